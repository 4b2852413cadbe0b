/* Days on which TARGET, the settlement system of the euro, is open. Days are `YYYY-MM-DD`. */

/** 1 January, 1 May, 25 and 26 December. */
const FIXED = new Set(['01-01', '05-01', '12-25', '12-26'])

/** TARGET is closed on weekends, on four fixed days, on Good Friday and on Easter Monday. */
export function isTargetDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === 0 || weekday === 6 || FIXED.has(day.slice(5))) return false
  const easter = easterSunday(Number(day.slice(0, 4)))
  return day !== dayAfter(easter, -2) && day !== dayAfter(easter, 1)
}

/** The day itself if TARGET is open, else the next open one. */
export function nextTargetDay(day: string): string {
  let found = day
  while (!isTargetDay(found)) found = dayAfter(found, 1)
  return found
}

/** The open day so many open days after `day`, which itself does not count. */
export function addTargetDays(day: string, days: number): string {
  let found = day
  for (let left = days; left > 0; left -= 1) found = nextTargetDay(dayAfter(found, 1))
  return found
}

function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The Gregorian computus (Meeus, Jones, Butcher). */
function easterSunday(of: number): string {
  const year = BigInt(of)
  const century = year / 100n
  const rest = year % 100n
  const cycle = year % 19n
  const shift = century / 4n + (century - (century + 8n) / 25n + 1n) / 3n
  const epact = (19n * cycle + century - shift + 15n) % 30n
  const weekday = (32n + 2n * (century % 4n) + 2n * (rest / 4n) - epact - (rest % 4n)) % 7n
  const sum = epact + weekday - 7n * ((cycle + 11n * epact + 22n * weekday) / 451n) + 114n
  const two = (part: bigint) => String(part).padStart(2, '0')
  return `${String(of).padStart(4, '0')}-${two(sum / 31n)}-${two((sum % 31n) + 1n)}`
}
