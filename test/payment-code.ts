import jsQR from 'jsqr'

/** Reads the first payment code of a page as a camera would. */
export function codeOf(html: string): string {
  const [, size = '0', path = ''] =
    /<svg class="payment-qr".*?viewBox="0 0 (\d+) .*?<path fill="#000" d="([^"]*)"/s.exec(html) ??
    []
  const scale = 4
  const width = Number(size) * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x = 0, y = 0, run = 0] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      for (let at = Number(x) * scale; at < (Number(x) + Number(run)) * scale; at++)
        pixels.fill(0, (row * width + at) * 4, (row * width + at) * 4 + 3)
  return jsQR.default(pixels, width, width)?.data ?? ''
}
