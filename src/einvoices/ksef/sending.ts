/*
 * The port for sending to KSeF. There is no adapter yet: people send the file of
 * `GET /invoices/:id/xml?format=ksef` with a program of the ministry or of a provider, and store the
 * number as the invoice's id in the system `ksef`.
 *
 * An adapter opens an interactive session of the API 2.0, sends the encrypted file and asks for its
 * status. It runs as a job whose key is the invoice, so that a file is sent once. KSeF refuses a second
 * file with the same seller, kind and number, which makes a repeated `send` after a crash safe.
 */

/** What KSeF did with a file. */
export type KsefStatus =
  | { readonly kind: 'pending' }
  /** Stored as the invoice's id in the system `ksef`; the receipt (UPO) is kept as it is. */
  | { readonly kind: 'accepted'; readonly ksefNumber: string; readonly receipt: Uint8Array }
  /** The words of KSeF, which a person reads. */
  | { readonly kind: 'refused'; readonly code: number; readonly reason: string }

export interface KsefSending {
  /** Sends exactly the bytes whose hash the QR code names; answers the reference of the file. */
  send(xml: Uint8Array): Promise<{ readonly reference: string }>
  status(reference: string): Promise<KsefStatus>
  /** Invoices that others sent to the company since `from`, oldest first. */
  received(from: string): AsyncIterable<{ readonly ksefNumber: string; readonly xml: Uint8Array }>
}
