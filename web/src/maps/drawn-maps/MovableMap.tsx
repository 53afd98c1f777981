import { IconFocusCentered, IconMinus, IconPlus } from '../../kit/icons/icons.ts'
import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import { DrawnGround } from './DrawnGround.tsx'
import styles from './movable-map.module.css'
import type { Frame, Point } from './route-line.ts'
import { map_height, map_width } from './south-africa.ts'
import { zoomed } from './stops-frame.ts'

/** A request to zoom to the thing with this key. Each new object zooms again. */
export interface MapFocus {
  key: string
}

const zoom_step = 1.6

/** A drawn map that buttons zoom and dragging moves. It zooms to a thing that is chosen elsewhere. */
export function MovableMap({
  whole,
  wholeLabel,
  focus,
  frameOfKey,
  label,
  children,
}: {
  /** The part that is shown until the user moves the map or something is focused. */
  whole: Frame
  /** Label of the button that returns to it. */
  wholeLabel: string
  focus: MapFocus | null
  /** Returns the part around a thing; `null` if it has no place. */
  frameOfKey: (key: string) => Frame | null
  label: string
  children: (frame: Frame) => ReactNode
}) {
  const [moved, setMoved] = useState<Frame | null>(null)
  const [done, setDone] = useState<MapFocus | null>(null)
  const around = focus && focus !== done ? frameOfKey(focus.key) : null
  if (around) {
    setDone(focus)
    setMoved(around)
  }
  const frame = moved ?? whole
  return (
    <div className={styles.frame}>
      <DrawnGround frame={frame} label={label} className={styles.map} {...useDrag(frame, setMoved)}>
        {children(frame)}
      </DrawnGround>
      <div className={styles.zoom}>
        <IconButton
          label="Zoom in"
          icon={IconPlus}
          variant="secondary"
          onClick={() => setMoved(zoomed(frame, 1 / zoom_step))}
        />
        <IconButton
          label="Zoom out"
          icon={IconMinus}
          variant="secondary"
          onClick={() => setMoved(zoomed(frame, zoom_step))}
        />
        {moved && (
          <IconButton
            label={wholeLabel}
            icon={IconFocusCentered}
            variant="secondary"
            onClick={() => setMoved(null)}
          />
        )}
      </div>
    </div>
  )
}

/** Moves the map with the pointer. A press without movement remains a click on the element. */
function useDrag(frame: Frame, setFrame: (frame: Frame) => void) {
  const from = useRef<{ at: Point; frame: Frame; scale: number } | null>(null)
  return {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      const scale = event.currentTarget.getScreenCTM()?.a ?? 1
      from.current = { at: { x: event.clientX, y: event.clientY }, frame, scale }
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      const start = from.current
      if (!start || event.buttons === 0) return
      const [dx, dy] = [event.clientX - start.at.x, event.clientY - start.at.y]
      if (Math.hypot(dx, dy) < 4) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const x = Math.max(-20, Math.min(start.frame.x - dx / start.scale, map_width))
      const y = Math.max(-20, Math.min(start.frame.y - dy / start.scale, map_height))
      setFrame({ ...start.frame, x, y })
    },
    onPointerUp: () => {
      from.current = null
    },
  }
}
