/** Words of strangers without signs that nobody sees or that turn the direction of the text. */
export const shownText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
