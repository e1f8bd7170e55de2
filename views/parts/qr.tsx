import { encode } from 'uqr'

/** A QR code, drawn here so that no other service sees its content. Dark on light in every theme, for cameras. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { data, size } = encode(value, { border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width="208"
      height="208"
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={String(size)} height={String(size)} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
