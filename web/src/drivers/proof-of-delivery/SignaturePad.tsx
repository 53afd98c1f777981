import { useEffect, useRef, type PointerEvent } from 'react'
import { newKey } from '../../kit/api/new-key.ts'
import { cx } from '../../kit/ui/class-names.ts'
import driver from '../driver.module.css'
import styles from './signature-pad.module.css'
import type { Evidence } from './hand-over.ts'
import { useTexts } from '../texts/texts.ts'

/** Size of the drawing in px; displayed at the width of the phone. */
const drawing = { width: 720, height: 320, line: 5 }

/** A signature drawn with a finger. It is always dark on white, because it is printed later. */
export function SignaturePad({
  signature,
  onChange,
}: {
  signature: Evidence | null
  onChange: (signature: Evidence | null) => void
}) {
  const t = useTexts()
  const canvas = useRef<HTMLCanvasElement>(null)
  const wasDrawn = useRef(false)
  const pen = (): CanvasRenderingContext2D | null => canvas.current?.getContext('2d') ?? null
  const clear = (): void => {
    const context = pen()
    if (!context) return
    context.fillStyle = 'white'
    context.fillRect(0, 0, drawing.width, drawing.height)
    context.strokeStyle = 'black'
    context.lineWidth = drawing.line
    context.lineCap = 'round'
    context.lineJoin = 'round'
    wasDrawn.current = false
  }
  // Signed before the page was loaded again: the signature is shown, and may be cleared.
  const signedBefore = useRef(signature)
  useEffect(() => {
    clear()
    const blob = signedBefore.current?.blob
    if (blob) void createImageBitmap(blob).then((drawn) => pen()?.drawImage(drawn, 0, 0))
  }, [])
  const pointOf = (event: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * drawing.width
    return [x, ((event.clientY - box.top) / box.height) * drawing.height]
  }
  const finish = (): void => {
    if (!wasDrawn.current) return
    canvas.current?.toBlob((blob) => {
      if (blob) onChange({ evidence_id: newKey(), kind: 'signature', blob })
    }, 'image/png')
  }
  return (
    <div className={styles.signature}>
      <canvas
        className={styles.signatureCanvas}
        ref={canvas}
        width={drawing.width}
        height={drawing.height}
        role="img"
        aria-label={signature ? t.handOver.signed : t.handOver.signHere}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          const context = pen()
          context?.beginPath()
          context?.moveTo(...pointOf(event))
        }}
        onPointerMove={(event) => {
          if (event.buttons === 0) return
          const context = pen()
          context?.lineTo(...pointOf(event))
          context?.stroke()
          wasDrawn.current = true
        }}
        onPointerUp={finish}
        onPointerCancel={finish}
      />
      <button
        type="button"
        className={cx(driver.big)}
        onClick={() => {
          clear()
          onChange(null)
        }}
      >
        {t.handOver.clearSignature}
      </button>
    </div>
  )
}
