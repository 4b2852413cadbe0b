/** The most common passwords, as words. Each is refused alone, repeated, joined and padded. */
export const COMMON_WORDS: readonly string[] = `
  password passwords passwort passwd passw pass word motdepasse contrasena senha wachtwoord
  haslo parola losenord kennwort qwertyuiop qwerty qwertz azerty asdfghjkl asdfgh asdf zxcvbnm
  zxcvbn qazwsx qweasd qwer qwe asd zxc abcdefgh abcdef abcd abc admin administrator root user
  guest test testing demo default login welcome willkommen hello hallo letmein changeme change
  me secret geheim access master system server account company office invoice invoices billing
  rechnung money billwright superuser super iloveyou love you monkey dragon football baseball
  soccer hockey sunshine princess shadow michael jennifer jordan superman batman starwars
  pokemon computer internet whatever trustno freedom summer winter spring autumn sommer monday
  friday january december ninja killer hunter ranger buster tigger charlie thomas george jessica
  cheese coffee banana flower cookie pepper ginger summerwinter my the is new this one x
`
  .trim()
  .split(/\s+/)

const DIGITS = '0123456789'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Sequences of the alphabet and the keyboard, as long as the longest password. */
export const SEQUENCES: readonly string[] = [
  DIGITS.repeat(26),
  '1234567890'.repeat(26),
  LETTERS.repeat(10),
  'qwertyuiopasdfghjklzxcvbnm'.repeat(10),
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qwertyuiop1234567890',
  '1234567890qwertyuiop',
  `${LETTERS}${DIGITS}${LETTERS}`,
]
