export interface StatementStyle {
  readonly pageSize: string
  readonly fontStack: string
  /** `#rrggbb`, readable on white. */
  readonly accent: string
  /** At the foot of every page. */
  readonly running: string
}

/** The style sheet of a statement: that of the built-in documents, on paper and on small screens. */
export const statementStyle = ({
  pageSize,
  fontStack,
  accent,
  running,
}: StatementStyle): string => `
@page {
  size: ${pageSize};
  margin: 17mm 20mm 19mm;
  @bottom-left { content: ${cssString(running)}; font: 7.5pt ${fontStack}; color: #5f6672; padding-bottom: 5mm; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 7.5pt ${fontStack}; color: #5f6672; padding-bottom: 5mm; direction: ltr; white-space: nowrap; }
}
:root { --ink: #14171c; --quiet: #5f6672; --hairline: #dfe2e7; --accent: ${accent}; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
body { margin: 0; color: var(--ink); background: #fff; font-family: ${fontStack}; font-size: 9pt; line-height: 1.43; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1, p, dl, dd { margin: 0; }
.quiet { color: var(--quiet); }
.head { display: flex; justify-content: space-between; gap: 8mm; min-height: 27mm; }
.brand { flex: 1 1 0; min-width: 0; font-size: 14pt; font-weight: 700; line-height: 1.25; }
.brand .logo { display: block; max-width: 64mm; max-height: 20mm; min-width: 10mm; object-fit: contain; object-position: 0 0; }
.sender { flex: 0 0 72mm; min-width: 0; font-size: 8.25pt; color: var(--quiet); }
.sender strong { display: block; color: var(--ink); }
.sender p + p { margin-top: 1.2mm; }
.parties { display: flex; justify-content: space-between; gap: 8mm; min-height: 34mm; padding-top: 4mm; }
.parties section { flex: 1 1 0; min-width: 0; max-width: 90mm; }
.name { font-weight: 700; font-size: 10.5pt; }
.period { flex: 0 0 72mm; }
.period dt { color: var(--quiet); font-size: 8.25pt; }
h1 { font-size: 23pt; font-weight: 400; line-height: 1.15; letter-spacing: -0.02em; padding: 7mm 0 2mm; }
[dir="rtl"] h1 { letter-spacing: 0; }
.account { padding-top: 4mm; }
.account + .account { margin-top: 6mm; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: start; font-weight: 700; padding-bottom: 2mm; }
th, td { padding: 1.6mm 0; font-weight: 400; text-align: start; vertical-align: top; border-bottom: 0.5pt solid var(--hairline); }
thead th { padding-top: 0; font-size: 7.75pt; color: var(--quiet); border-bottom: 0.9pt solid var(--ink); vertical-align: bottom; }
tr { break-inside: avoid; }
.day { white-space: nowrap; width: 1%; padding-inline-end: 7mm; }
.num { text-align: end; white-space: nowrap; padding-inline-start: 7mm; }
[dir="rtl"] .num { text-align: right; }
tbody th .quiet { display: block; font-size: 8.25pt; }
.edge th, .edge .num { font-weight: 700; }
.closing { break-before: avoid; }
.closing th, .closing td { border-bottom: 0; border-top: 0.9pt solid var(--ink); padding-top: 2.4mm; }
.closing .total { font-size: 14pt; line-height: 1.1; color: var(--accent); }
.ages { break-inside: avoid; display: flex; flex-wrap: wrap; gap: 2mm 6mm; margin-top: 5mm; padding-top: 3mm; border-top: 0.5pt solid var(--hairline); }
.ages div { flex: 1 1 0; min-width: 24mm; display: flex; flex-direction: column; justify-content: space-between; }
.ages dt { font-size: 7.75pt; color: var(--quiet); overflow-wrap: normal; }
.ages dd { white-space: nowrap; }
@media screen {
  html { background: #eceef1; }
  body { background: none; }
  .sheet { max-width: 210mm; min-height: 262mm; margin: 24px auto; padding: 18mm 20mm 22mm; background: #fff; box-shadow: 0 1px 2px rgb(16 24 40 / 0.06), 0 12px 32px rgb(16 24 40 / 0.08); }
}
@media screen and (max-width: 880px) {
  html { background: #fff; }
  .sheet { margin: 0; min-height: 0; box-shadow: none; padding: 32px 28px 40px; }
}
@media screen and (max-width: 640px) {
  body { font-size: 14px; }
  .sheet { padding: 24px 16px 40px; }
  .head, .parties { flex-direction: column; gap: 20px; min-height: 0; }
  .sender, .period, .parties section { flex: none; max-width: none; width: 100%; font-size: 13px; }
  h1 { font-size: 26px; }
  .day { padding-inline-end: 10px; font-size: 12px; }
  .num { padding-inline-start: 10px; }
  thead th, tbody th .quiet, .ages dt { font-size: 12px; }
  .ages div { flex-basis: 40%; }
}
`

/** Nothing in it can end the string, the style element or the line (CSS Syntax 3 §4.3.5). */
const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} .,·&()-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`
