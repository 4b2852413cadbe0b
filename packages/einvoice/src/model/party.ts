/** Numbers in the comments are terms of EN 16931-1, in the order seller, buyer. */

/** A value with its optional scheme. */
export interface Identifier {
  readonly value: string
  readonly scheme?: string | undefined
}

/** BG-5, BG-8; also BG-12 (tax representative) and BG-15 (delivery). */
export interface Address {
  /** BT-35, 50, 64, 75. */
  readonly line1?: string | undefined
  /** BT-36, 51, 65, 76. */
  readonly line2?: string | undefined
  /** BT-162, 163, 164, 165. */
  readonly line3?: string | undefined
  /** BT-37, 52, 66, 77. */
  readonly city?: string | undefined
  /** BT-38, 53, 67, 78. */
  readonly postalCode?: string | undefined
  /** BT-39, 54, 68, 79. */
  readonly region?: string | undefined
  /** BT-40, 55, 69, 80: ISO 3166-1 alpha-2. */
  readonly country: string
}

/** BG-6, BG-9. */
export interface Contact {
  /** BT-41, BT-56. */
  readonly name?: string | undefined
  /** BT-42, BT-57. */
  readonly phone?: string | undefined
  /** BT-43, BT-58. */
  readonly email?: string | undefined
}

/** BG-7, and the terms that the seller (BG-4) shares with it. */
export interface Buyer {
  /** BT-27, BT-44. */
  readonly name: string
  /** BT-28, BT-45. */
  readonly tradingName?: string | undefined
  /** BT-29; BT-46: one at most by the standard, several in practice. Schemes are of ISO 6523. */
  readonly identifiers: readonly Identifier[]
  /** BT-30, BT-47. */
  readonly registration?: Identifier | undefined
  /** BT-31, BT-48. */
  readonly vatId?: string | undefined
  /** BT-34, BT-49; the scheme is of EAS. */
  readonly electronicAddress?: Identifier | undefined
  /** BG-5, BG-8. */
  readonly address: Address
  /** BG-6, BG-9. */
  readonly contact?: Contact | undefined
}

/** BG-4. */
export interface Seller extends Buyer {
  /** BT-32, the tax number within the country. */
  readonly taxNumber?: string | undefined
  /** BT-33, e.g. the legal form and share capital. */
  readonly legalInformation?: string | undefined
  /** HR-BT-4 and 5: who issued it, with a personal tax number. */
  readonly operator?: Operator | undefined
}

export interface Operator {
  readonly id: string
  readonly name: string
}

/** BG-10. */
export interface Payee {
  /** BT-59. */
  readonly name: string
  /** BT-60. */
  readonly identifier?: Identifier | undefined
  /** BT-61. */
  readonly registration?: Identifier | undefined
}

/** BG-11. */
export interface TaxRepresentative {
  /** BT-62. */
  readonly name: string
  /** BT-63. */
  readonly vatId: string
  /** BG-12. */
  readonly address: Address
}
