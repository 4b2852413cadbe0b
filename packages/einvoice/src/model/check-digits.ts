/** Check digits of company numbers used as Peppol addresses, for the number without scheme. */

const digitsOf = (text: string): readonly number[] => [...text].map(Number)

const weightedSum = (text: string, weights: readonly number[]): number =>
  weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0)

/** GS1: from the right, every second digit counts three times. */
export function isGln(text: string): boolean {
  if (!/^[0-9]+$/.test(text)) return false
  const [check = 0, ...rest] = digitsOf(text).toReversed()
  const sum = rest.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10 === check
}

/** Norway: weights 3 2 7 6 5 4 3 2, modulo 11. */
export function isNorwegian(text: string): boolean {
  if (!/^[0-9]{9}$/.test(text)) return false
  const sum = weightedSum(text, [3, 2, 7, 6, 5, 4, 3, 2])
  return (11 - (sum % 11)) % 11 === Number(text.at(-1))
}

/** Denmark's CVR number: eight digits, with or without `DK`. */
export const isDanish = (text: string): boolean => /^(DK)?[0-9]{8}$/.test(text)

/** Belgium: the last two of ten digits are 97 − the rest modulo 97. */
export function isBelgian(text: string): boolean {
  if (!/^[0-9]{10}$/.test(text)) return false
  return 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8))
}

/** Sweden: Luhn over ten digits. */
export function isSwedish(text: string): boolean {
  if (!/^[0-9]{10}$/.test(text)) return false
  const sum = digitsOf(text)
    .map((digit, index) => (index % 2 === 0 ? digit * 2 : digit))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 === 0
}

/** Australia's ABN: weights 10 1 3 5 … 19 after taking one off the first digit, modulo 89. */
export function isAustralian(text: string): boolean {
  if (!/^[0-9]{11}$/.test(text)) return false
  const sum = weightedSum(text, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19])
  return (sum - 10) % 89 === 0
}

/** Greece: powers of two, modulo 11, then modulo 10. */
export function isGreek(text: string): boolean {
  if (!/^[0-9]{9}$/.test(text)) return false
  return (weightedSum(text, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(text.at(-1))
}

/** Croatia's OIB: ISO 7064, MOD 11,10. */
export function isCroatian(text: string): boolean {
  if (!/^[0-9]{11}$/.test(text)) return false
  const carry = digitsOf(text.slice(0, 10)).reduce(
    (before, digit) => (((before + digit) % 10 || 10) * 2) % 11,
    10,
  )
  return (11 - carry) % 10 === Number(text.at(-1))
}
