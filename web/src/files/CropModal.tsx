import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import styles from './crop.module.css'
import { drawnAt, frame_sizes, movedBy, whole_picture, type Placing } from './crop.ts'

const step_px = 12
const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -step_px, y: 0 },
  ArrowRight: { x: step_px, y: 0 },
  ArrowUp: { x: 0, y: -step_px },
  ArrowDown: { x: 0, y: step_px },
}

/**
 * Crops a picture to a shape. The picture is moved by pointer or arrow keys and enlarged by a slider. The area around
 * it stays transparent.
 */
export function CropModal({
  title,
  file,
  shape,
  busy,
  error,
  onClose,
  onUnreadable,
  onDone,
}: {
  title: string
  file: File
  shape: keyof typeof frame_sizes
  busy: boolean
  error: string | null
  onClose: () => void
  onUnreadable: () => void
  onDone: (picture: Blob) => void
}) {
  const frame = frame_sizes[shape]
  const canvas = useRef<HTMLCanvasElement>(null)
  const held = useRef<{ x: number; y: number } | null>(null)
  const reportUnreadable = useEffectEvent(onUnreadable)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [placing, setPlacing] = useState<Placing>(whole_picture)

  useEffect(() => {
    let isGone = false
    createImageBitmap(file).then(
      (bitmap) => (isGone ? bitmap.close() : setPicture(bitmap)),
      () => isGone || reportUnreadable(),
    )
    return () => {
      isGone = true
    }
  }, [file])
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !picture) return
    const at = drawnAt(picture, frame, placing)
    context.clearRect(0, 0, frame.width, frame.height)
    context.drawImage(picture, at.left, at.top, at.width, at.height)
  }, [picture, frame, placing])

  const move = (by: { x: number; y: number }): void => {
    if (picture) setPlacing((now) => movedBy(picture, frame, now, by))
  }
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (!held.current) return
    const scale = frame.width / event.currentTarget.clientWidth
    move({ x: (event.clientX - held.current.x) * scale, y: (event.clientY - held.current.y) * scale })
    held.current = { x: event.clientX, y: event.clientY }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = arrows[event.key]
    if (!by) return
    event.preventDefault()
    move(by)
  }
  return (
    <Modal
      title={`Crop ${title.toLowerCase()}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={busy}
            reason={picture ? null : 'The picture is being read.'}
            onClick={() => canvas.current?.toBlob((blob) => blob && onDone(blob), 'image/png')}
          >
            Use picture
          </Button>
        </>
      }
    >
      <Stack>
        {error && (
          <Notice variant="error" title="The picture was not accepted" live>
            {error}
          </Notice>
        )}
        <canvas
          ref={canvas}
          width={frame.width}
          height={frame.height}
          className={styles.frame}
          tabIndex={0}
          role="img"
          aria-label={`The part of ${file.name} that will be kept. Move it with the arrow keys.`}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            held.current = { x: event.clientX, y: event.clientY }
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => (held.current = null)}
        />
        <label className={styles.zoom}>
          Size
          <input
            className={styles.zoomInput}
            type="range"
            min={1}
            max={6}
            step={0.05}
            value={placing.zoom}
            onChange={(event) => setPlacing({ ...placing, zoom: Number(event.target.value) })}
          />
        </label>
      </Stack>
    </Modal>
  )
}
