import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircleDashed,
  IconPolygon,
  IconTrash,
  IconWand,
  IconZoomScan,
} from '../../kit/icons/icons.ts'
import {
  boundsOf,
  checkGeometry,
  findCrossing,
  nodeCount,
  simplify,
  tooManyNodes,
} from '@waybill/domain/maps/geometry'
import type { ZoneGeometry } from '@waybill/domain/maps/model'
import { type KeyboardEvent, lazy, Suspense, useMemo, useRef, useState } from 'react'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import { announce } from '../../kit/layers/announcements.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Toolbar } from '../../kit/ui/buttons/Toolbar.tsx'
import { Loading } from '../../kit/ui/states/States.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import type { MapHandle } from '../canvas/ZoneMap.tsx'
import type { MapMode, VisibleZone } from '../canvas/map-canvas.ts'
import { addRing, geometryOf, outlineOf, removeCorner, type Corner, type Outline } from './outline.ts'
import styles from './outline-editor.module.css'

/** The map library is large, so it is loaded only when a map is displayed. */
export const LazyZoneMap = lazy(async () => ({ default: (await import('../canvas/ZoneMap.tsx')).ZoneMap }))

/** Maximum number of changes that can be undone. */
const max_undo_steps = 100

/** The outline being drawn, with undo and redo. */
export interface Drawing {
  outline: Outline
  corner: Corner | null
  setCorner: (corner: Corner | null) => void
  change: (outline: Outline) => void
  undo: (() => void) | null
  redo: (() => void) | null
}

/** Manages the undo and redo history of an outline. */
export function useDrawing({
  value,
  onChange,
}: Pick<FieldBinding<ZoneGeometry>, 'value' | 'onChange'>): Drawing {
  const [past, setPast] = useState<readonly ZoneGeometry[]>([])
  const [future, setFuture] = useState<readonly ZoneGeometry[]>([])
  const [corner, setCorner] = useState<Corner | null>(null)
  const outline = useMemo(() => outlineOf(value), [value])
  const step = (
    from: readonly ZoneGeometry[],
    setFrom: (steps: readonly ZoneGeometry[]) => void,
    to: readonly ZoneGeometry[],
    setTo: (steps: readonly ZoneGeometry[]) => void,
  ): (() => void) | null => {
    const former = from.at(-1)
    if (!former) return null
    return () => {
      setFrom(from.slice(0, -1))
      setTo([...to, value])
      setCorner(null)
      onChange(former)
    }
  }
  return {
    outline,
    corner,
    setCorner,
    change: (next) => {
      setPast([...past.slice(1 - max_undo_steps), value])
      setFuture([])
      onChange(geometryOf(next))
    },
    undo: step(past, setPast, future, setFuture),
    redo: step(future, setFuture, past, setPast),
  }
}

/** The map on which an area is drawn, with its tools and the first problem of the outline. */
export function OutlineEditor({
  drawing,
  colour,
  others,
  suburbs,
  max,
  mayEdit,
}: {
  drawing: Drawing
  colour: string
  /** The other areas of the kind, for display only. */
  others: readonly VisibleZone[]
  suburbs: readonly { name: string; lat: number; lng: number }[]
  max: number
  mayEdit: boolean
}) {
  const { outline, corner, setCorner, change, undo, redo } = drawing
  const map = useRef<MapHandle>(null)
  const [mode, setMode] = useState<MapMode>(mayEdit ? (outline.length === 0 ? 'draw' : 'edit') : 'look')
  const geometry = useMemo(() => geometryOf(outline), [outline])
  const points = nodeCount(geometry)
  const problem = useMemo(
    () => (outline.length === 0 ? null : (checkGeometry(geometry, max)[0]?.message ?? null)),
    [geometry, outline, max],
  )
  const crossing = useMemo(() => findCrossing(geometry), [geometry])
  const scene = useMemo(
    () => ({
      zones: others,
      outline,
      colour,
      mode,
      corner,
      marks: crossing ? [{ place: crossing.place, isProblem: true }] : [],
    }),
    [others, outline, colour, mode, corner, crossing],
  )
  const [frame] = useState(() =>
    boundsOf(outline.length > 0 ? [geometry] : others.map((zone) => zone.geometry)),
  )
  const onKeyDown = (event: KeyboardEvent): void => {
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && event.key.toLowerCase() === 'z') {
      event.preventDefault()
      ;(event.shiftKey ? redo : undo)?.()
    } else if (map.current?.key(event.key)) event.preventDefault()
    else if ((event.key === 'Delete' || event.key === 'Backspace') && corner && mayEdit) {
      event.preventDefault()
      change(removeCorner(outline, corner))
      setCorner(null)
    }
  }
  const makeSimpler = (): void => {
    const simpler = simplify(geometry, max)
    if (!simpler) return announce('The outline cannot be simplified. Draw this part again.', 'assertive')
    change(outlineOf(simpler))
    announce(`The area now has ${nodeCount(simpler)} points.`)
  }
  const view = boundsOf([geometry])
  return (
    <div className={styles.editor}>
      {mayEdit && (
        <Toolbar className={styles.tools} label="Drawing">
          <Button
            size="sm"
            icon={IconPolygon}
            aria-pressed={mode === 'draw'}
            onClick={() => setMode(mode === 'draw' ? 'edit' : 'draw')}
          >
            {outline.length === 0 ? 'Draw' : 'Add part'}
          </Button>
          <Button
            size="sm"
            icon={IconCircleDashed}
            aria-pressed={mode === 'hole'}
            reason={outline.length === 0 ? 'Draw the area first.' : null}
            onClick={() => setMode(mode === 'hole' ? 'edit' : 'hole')}
          >
            Cut hole
          </Button>
          <Button
            size="sm"
            icon={IconTrash}
            reason={corner ? null : 'Choose a point on the map or in the table.'}
            onClick={() => {
              if (corner) change(removeCorner(outline, corner))
              setCorner(null)
            }}
          >
            Remove point
          </Button>
          <Button
            size="sm"
            icon={IconArrowBackUp}
            reason={undo ? null : 'Nothing to undo.'}
            onClick={() => undo?.()}
          >
            Undo
          </Button>
          <Button
            size="sm"
            icon={IconArrowForwardUp}
            reason={redo ? null : 'Nothing to redo.'}
            onClick={() => redo?.()}
          >
            Redo
          </Button>
          <Button
            size="sm"
            icon={IconZoomScan}
            reason={view ? null : 'There is no area yet.'}
            onClick={() => view && map.current?.fit(view)}
          >
            Whole area
          </Button>
          <span className={styles.count} data-over={points > max ? '' : undefined}>
            {formatCount(points)} / {formatCount(max)} points
          </span>
          {points > max && (
            <Button size="sm" icon={IconWand} onClick={makeSimpler}>
              Simplify
            </Button>
          )}
        </Toolbar>
      )}
      <p className={styles.help}>{mayEdit ? help_of[mode] : null}</p>
      <div className={styles.canvas} onKeyDown={onKeyDown} role="presentation">
        <Suspense fallback={<Loading lines={6} />}>
          <LazyZoneMap
            ref={map}
            scene={scene}
            frame={frame}
            suburbs={suburbs}
            label="Map of the area"
            actions={{
              onZone: () => undefined,
              onPoint: () => undefined,
              onOutline: change,
              onCorner: setCorner,
              onDrawn: (corners) => {
                if (corners) change(addRing(outline, corners, mode === 'hole'))
                setMode('edit')
              },
            }}
          />
        </Suspense>
      </div>
      {problem && (
        <Notice variant="warning" live>
          {problem}
          {problem === tooManyNodes(points, max) &&
            ' Press Simplify for a simpler outline that stays close to this one.'}
        </Notice>
      )}
    </div>
  )
}

const help_of: Readonly<Record<MapMode, string>> = {
  look: '',
  point: '',
  edit: 'Drag a point to move it, drag the middle of a side to add one. Delete removes the chosen point.',
  draw: 'Press on the map for every corner; press the first one again, or Enter, to finish. Esc gives up.',
  hole: 'Draw the hole inside the area in the same way as an outline.',
}
