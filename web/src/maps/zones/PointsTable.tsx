import { IconPlus, IconTrash } from '../../kit/icons/icons.ts'
import type { Position } from '@waybill/domain/maps/geometry'
import { useState } from 'react'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import {
  addCorner,
  addRing,
  middleAfter,
  moveCorner,
  readPlaces,
  removeCorner,
  removeRing,
  ringsOf,
  type Corner,
  type Outline,
} from './outline.ts'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import shared from '../zone.module.css'
import styles from './points-table.module.css'

/** Number of rows of one outline that are visible before 'Show more'. */
const max_visible_rows = 60

/** Table of all points of an area. It offers by keyboard what the map offers by pointer. */
export function PointsTable({
  outline,
  chosen,
  onChoose,
  onChange,
}: {
  outline: Outline
  chosen: Corner | null
  onChoose: (corner: Corner | null) => void
  onChange: (outline: Outline) => void
}) {
  return (
    <div className={styles.points}>
      {ringsOf(outline).map(({ polygon, ring, corners }) => (
        <RingTable
          key={`${polygon} ${ring}`}
          title={ring === 0 ? `Outline ${polygon + 1}` : `Hole ${ring} of outline ${polygon + 1}`}
          at={{ polygon, ring }}
          corners={corners}
          chosen={chosen?.polygon === polygon && chosen.ring === ring ? chosen.at : null}
          onChoose={(at) => onChoose({ polygon, ring, at })}
          outline={outline}
          onChange={onChange}
        />
      ))}
      <TypedOutline outline={outline} onChange={onChange} />
    </div>
  )
}

function RingTable({
  title,
  at,
  corners,
  chosen,
  onChoose,
  outline,
  onChange,
}: {
  title: string
  at: Pick<Corner, 'polygon' | 'ring'>
  corners: readonly Position[]
  chosen: number | null
  onChoose: (at: number) => void
  outline: Outline
  onChange: (outline: Outline) => void
}) {
  const [max, setMax] = useState(max_visible_rows)
  return (
    <section aria-label={title}>
      <header className={styles.ringHead}>
        <h3 className={styles.ringHeading}>{title}</h3>
        <span className={shared.quiet}>{formatCount(corners.length)} points</span>
        <Button size="sm" variant="ghost" icon={IconTrash} onClick={() => onChange(removeRing(outline, at))}>
          {at.ring === 0 ? 'Remove outline' : 'Close hole'}
        </Button>
      </header>
      <table className={styles.pointRows}>
        <thead>
          <tr>
            <th scope="col">Point</th>
            <th scope="col">Latitude</th>
            <th scope="col">Longitude</th>
            <th scope="col">
              <span className="only-heard">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {corners.slice(0, max).map((place, index) => {
            const corner = { ...at, at: index }
            const name = `${title}, point ${index + 1}`
            return (
              <tr key={index} className={cx(chosen === index && styles.chosenRow)}>
                <th scope="row">{index + 1}</th>
                {([1, 0] as const).map((axis) => (
                  <td key={axis}>
                    <Degrees
                      label={`${name}, ${axis === 1 ? 'latitude' : 'longitude'}`}
                      value={place[axis]}
                      max={axis === 1 ? 90 : 180}
                      onFocus={() => onChoose(index)}
                      onChange={(degrees) =>
                        onChange(
                          moveCorner(outline, corner, axis === 1 ? [place[0], degrees] : [degrees, place[1]]),
                        )
                      }
                    />
                  </td>
                ))}
                <td>
                  <IconButton
                    size="xs"
                    icon={IconPlus}
                    label={`Add a point after point ${index + 1} of ${title.toLowerCase()}`}
                    onClick={() => onChange(addCorner(outline, corner, middleAfter(corners, index)))}
                  />
                  <IconButton
                    size="xs"
                    icon={IconTrash}
                    label={`Remove point ${index + 1} of ${title.toLowerCase()}`}
                    onClick={() => onChange(removeCorner(outline, corner))}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {corners.length > max && (
        <Button size="sm" onClick={() => setMax(max + max_visible_rows * 2)}>
          Show more points
        </Button>
      )}
    </section>
  )
}

/** Input for one coordinate. A number within bounds is applied on Enter or when the field loses focus. */
function Degrees({
  label,
  value,
  max,
  onChange,
  onFocus,
}: {
  label: string
  value: number
  max: number
  onChange: (degrees: number) => void
  onFocus: () => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const degrees = Number((typed ?? '').replace(',', '.'))
  const isWrong = typed !== null && (typed.trim() === '' || !(Math.abs(degrees) <= max))
  const take = (): void => {
    if (typed === null || isWrong) return
    setTyped(null)
    if (degrees !== value) onChange(degrees)
  }
  return (
    <input
      className={styles.degrees}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      title={isWrong ? `A number from -${max} to ${max}` : undefined}
      inputMode="decimal"
      value={typed ?? String(value)}
      onFocus={onFocus}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          take()
        } else if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}

/** Adds an outline or hole from coordinates, typed or pasted with one place per line. */
function TypedOutline({ outline, onChange }: { outline: Outline; onChange: (outline: Outline) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const add = (isHole: boolean): void => {
    const places = readPlaces(text)
    const [first] = places ?? []
    if (!places || !first || places.length < 3)
      return setProblem(
        'Type at least three lines, each with a latitude and a longitude, such as -26.1076, 28.0567.',
      )
    setProblem(null)
    setText('')
    onChange(addRing(outline, places, isHole))
  }
  return (
    <details className={shared.typed} open={outline.length === 0}>
      <summary className={styles.typedSummary}>Add an outline from coordinates</summary>
      <TextArea
        {...standaloneField('places', text, setText)}
        error={problem ?? undefined}
        label="Coordinates"
        hint="One place per line, latitude first. You can paste from a spreadsheet."
        rows={4}
      />
      <div className={shared.row}>
        <Button size="sm" onClick={() => add(false)}>
          Add outline
        </Button>
        <Button
          size="sm"
          onClick={() => add(true)}
          reason={outline.length === 0 ? 'There is no outline yet to cut a hole from.' : null}
        >
          Add as hole
        </Button>
      </div>
    </details>
  )
}
