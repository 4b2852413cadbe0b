export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #f3f4f6; --card: #fff; --ink: #111827; --soft: #4b5563; --line: #e5e7eb; --button: #111827; --on-button: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0f1115; --card: #181b21; --ink: #f3f4f6; --soft: #a5adba; --line: #2b303a; --button: #f3f4f6; --on-button: #111827; }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 16px/1.5 "Noto Sans", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; min-height: 100vh; display: flex; flex-direction: column; }
header { background: var(--card); border-block-end: 1px solid var(--line); padding: 20px clamp(16px, 4vw, 40px); display: flex; flex-wrap: wrap; gap: 16px 40px; align-items: center; }
.what { flex: 1 1 260px; min-width: 0; }
h1 { font-size: 20px; line-height: 1.3; overflow-wrap: anywhere; display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center; }
.what p { color: var(--soft); overflow-wrap: anywhere; }
.state { font-size: 13px; font-weight: 700; line-height: 1; padding: 5px 9px; border-radius: 99px; background: #e5e7eb; color: #1f2937; }
.state.open, .state.partially_paid, .state.refund_due { background: #dbeafe; color: #1e3a8a; }
.state.paid { background: #d1fae5; color: #065f46; }
.state.overdue { background: #fee2e2; color: #991b1b; }
.state.draft { background: #fef3c7; color: #78350f; }
dl { display: flex; flex-wrap: wrap; gap: 8px 32px; }
dt { color: var(--soft); font-size: 13px; }
dd { font-weight: 700; font-variant-numeric: tabular-nums; }
nav { display: flex; flex-wrap: wrap; gap: 12px 20px; align-items: center; }
nav a { color: inherit; padding: 10px 0; text-underline-offset: 3px; }
nav a.button { background: var(--button); color: var(--on-button); text-decoration: none; font-weight: 700; padding: 10px 18px; border-radius: 8px; }
a:focus-visible { outline: 3px solid #3b82f6; outline-offset: 2px; border-radius: 8px; }
main { flex: 1; display: flex; padding: clamp(0px, 3vw, 32px) clamp(0px, 3vw, 32px) 0; }
iframe { flex: 1; width: 100%; max-width: 210mm; margin: 0 auto; border: 0; background: #fff; min-height: max(80vh, 1180px); box-shadow: 0 1px 3px rgb(0 0 0 / .15), 0 12px 40px rgb(0 0 0 / .08); color-scheme: light; }
.gone { flex-direction: column; align-items: center; justify-content: center; gap: 12px; padding: 24px; text-align: center; }
.gone p { color: var(--soft); max-width: 46ch; }
@media (max-width: 640px) {
  header { padding: 16px; gap: 14px; }
  nav { width: 100%; }
  nav a.button { flex: 1; text-align: center; }
  iframe { min-height: 85vh; box-shadow: none; }
}
@media print { header { display: none; } main { padding: 0; } }
`
