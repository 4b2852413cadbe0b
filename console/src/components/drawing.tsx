import './drawing.css'

const DRAWINGS = {
  /** Nothing is written yet. */
  sheet: (
    <>
      <path className="s" d="M10 98h112" />
      <path
        className="p"
        d="M40 14h40l16 16v68H40z"
        transform="translate(-10 1) rotate(-9 68 98)"
      />
      <path className="p" d="M38 10h42l16 16v72H38z" />
      <path d="M80 10v16h16" />
      <path className="s" d="M48 40h30M48 50h38M48 60h22M48 82h12M74 82h12" />
      <path className="a p" d="M101 84l13-36 6 2-13 36-7 6z" />
      <path className="a" d="M112.5 52l6 2" />
    </>
  ),
  /** Nothing waits for a person. */
  stamp: (
    <>
      <path className="s" d="M10 98h112" />
      <path className="p" d="M22 98V70h50l12 12v16z" />
      <g className="a" transform="rotate(-6 48 86)">
        <rect x="30" y="78" width="32" height="14" rx="2" />
        <path d="M36 85l4 4 8-8" />
      </g>
      <path className="p" d="M66 60h44v10H66z" />
      <path
        className="p"
        d="M72 60c0-8 10-8 10-16 0-5-5-8-5-15a11 11 0 0 1 22 0c0 7-5 10-5 15 0 8 10 8 10 16z"
      />
      <path className="a" d="M70 70h36v5H70z" fill="var(--pine-soft)" />
    </>
  ),
  /** Nothing was sent or received yet. */
  envelope: (
    <>
      <path className="s" d="M10 98h112" />
      <path className="p" d="M44 12h48v50H44z" transform="rotate(3 68 40)" />
      <path className="s" d="M54 24h20M54 32h28" transform="rotate(3 68 40)" />
      <path className="p" d="M22 44l46 30 46-30v54H22z" />
      <rect className="p" x="31" y="77" width="30" height="13" rx="2" />
      <path className="a" d="M36 81.5h16M36 85.5h10" />
      <circle className="o" cx="103" cy="33" r="4" />
    </>
  ),
} as const

/** A drawing for an empty page. */
export const Drawing = ({ of }: { readonly of: keyof typeof DRAWINGS }) => (
  <svg className="drawing" width="132" height="112" viewBox="0 0 132 112" aria-hidden="true">
    {DRAWINGS[of]}
  </svg>
)
