import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** QR code of a text with error correction level L, `size` px wide, dark on white in both colour schemes. */
export function QrCode({ text, size, label }: { text: string; size: number; label: string }) {
  const { path, modules } = useMemo(() => {
    const { data, size: width } = encode(text, { ecc: 'L', border: 4 })
    const cells = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { path: cells.join(''), modules: width }
  }, [text])
  return (
    <svg
      className={styles.qr}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} className={styles.paper} />
      <path d={path} className={styles.ink} />
    </svg>
  )
}
