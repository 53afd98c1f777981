import { IconArrowBackUp } from '../../kit/icons/icons.ts'
import { formatRand } from '@waybill/domain/kit/money'
import type { CompiledPriceBook } from '@waybill/domain/rates/price-books/compile-price-book'
import {
  inheritedLane,
  laneIn,
  type GridCell,
  type GridLane,
  type RateGrid,
} from '@waybill/domain/rates/price-grid/price-grid'
import {
  bandName,
  cellText,
  joinAt,
  no_price,
  readCellOver,
  splitAt,
  withPrice,
  type CellPrice,
} from '@waybill/domain/rates/price-grid/lane-bands'
import {
  rate_formula_types,
  type RateGroup,
  type ServiceLevel,
} from '@waybill/domain/rates/price-books/price-book'
import type { LaneBand } from '@waybill/domain/rates/revisions/revisions'
import { basePriceAt, sample_weights } from '@waybill/domain/rates/pricing/sample-prices'
import { useState, type ReactNode } from 'react'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { NumberField } from '../../kit/form/TypedField.tsx'
import { personName } from '../../kit/session/people.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { shortWhen } from '../../kit/ui/values/moments.ts'
import { FormulaBuilder } from './FormulaBuilder.tsx'
import { describeCell, formula_type_labels } from '../rate-texts.ts'
import { bandsOf } from './lane-edits.ts'
import styles from './cell-panel.module.css'
import type { RateBook } from '../use-rate-book.ts'

/**
 * The 'Where does this price come from?' panel: the source of a price, its meaning in words and as a formula, sample
 * prices, and controls to change it.
 */
export function CellPanel({
  book,
  grid,
  service,
  lane,
  cell,
  isChangeable,
  onBands,
  onInherit,
  onRemove,
  onReverse,
  onTurn,
}: {
  book: RateBook
  grid: RateGrid
  service: ServiceLevel
  lane: GridLane
  cell: GridCell
  isChangeable: boolean
  onBands: (bands: readonly LaneBand[]) => void
  /** Uses the inherited price for this cell. */
  onInherit: () => void
  /** Removes the lane from the group. */
  onRemove: () => void
  /** Copies the prices to the lane in the opposite direction. */
  onReverse: () => void
  /** Switches the lane between one direction and both. */
  onTurn: () => void
}) {
  const inherited = bandAt(inheritedLane(book.detail.book, grid.group.id, service.id, lane)?.bands, cell)
  return (
    <aside className={styles.panel} aria-label="Where does this price come from?">
      <div className={styles.panelHead}>
        <h2>Where does this price come from?</h2>
      </div>
      <Section>
        <strong>{`${lane.from_tag} ${lane.symmetric ? '↔' : '→'} ${lane.to_tag}, ${bandName(cell)}`}</strong>
        <span className={styles.words}>{describeCell(cell)}</span>
      </Section>
      <Section>
        <Chain book={book} grid={grid} service={service} lane={lane} cell={cell} />
        {isChangeable && (
          <div className={styles.buttons}>
            {lane.is_own && inherited && cell.state === 'varied' && (
              <Button size="xs" icon={IconArrowBackUp} onClick={onInherit}>
                {`Use inherited ${cellText(inherited)}`}
              </Button>
            )}
            {lane.is_own && !inherited && (
              <Button size="xs" variant="danger" onClick={onRemove}>
                Remove lane
              </Button>
            )}
            {lane.from_tag !== lane.to_tag && !lane.symmetric && (
              <Button size="xs" onClick={onReverse}>
                Copy to return lane
              </Button>
            )}
            {lane.from_tag !== lane.to_tag && (
              <Button size="xs" onClick={onTurn}>
                {lane.symmetric ? 'One way only' : 'Both ways'}
              </Button>
            )}
          </div>
        )}
      </Section>
      {isChangeable && (
        <PriceEditor
          key={`${lane.from_tag} ${lane.to_tag} ${cell.weight_from} ${cell.type} ${cell.amount}`}
          lane={lane}
          cell={cell}
          onBands={onBands}
        />
      )}
      {!isChangeable && cell.type === 'formula' && (
        <Section title="Formula">
          <div className={styles.formula}>{cell.amount}</div>
        </Section>
      )}
      <Samples compiled={book.compiled} grid={grid} service={service} lane={lane} />
    </aside>
  )
}

function Section({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className={styles.section}>
      {title && <h3 className={styles.sectionHeading}>{title}</h3>}
      {children}
    </div>
  )
}

function bandOfGroup(
  book: RateBook,
  rateGroupId: number,
  service: ServiceLevel,
  lane: GridLane,
  cell: GridCell,
): LaneBand | null {
  const found = laneIn(book.detail.book, rateGroupId, service.id, lane.from_tag, lane.to_tag)
  return bandAt(found?.value.bands, cell)
}

/** Returns the band that contains the start of a cell; `null` when there is none. */
function bandAt(bands: readonly LaneBand[] | undefined, cell: GridCell): LaneBand | null {
  return bands?.findLast((band) => band.weight_from <= cell.weight_from) ?? null
}

/** The groups that determine the price, from the topmost ancestor to this group, each with its price. */
function Chain({
  book,
  grid,
  service,
  lane,
  cell,
}: {
  book: RateBook
  grid: RateGrid
  service: ServiceLevel
  lane: GridLane
  cell: GridCell
}) {
  const { detail } = book
  const steps = grid.lineage
    .map((group) => {
      const found = laneIn(detail.book, group.id, service.id, lane.from_tag, lane.to_tag)
      const hasPrice = found?.is_own || group.base_percentage !== null
      const band = found && hasPrice ? bandOfGroup(book, group.id, service, lane, cell) : null
      return band ? { group, band, note: noteOf(book, group, service, lane, found?.is_own ?? false) } : null
    })
    .filter((step) => step !== null)
    .toReversed()
  return (
    <ol className={styles.chain}>
      {steps.map(({ group, band, note }, index) => (
        <li className={styles.chainItem} key={group.id} data-on={index === steps.length - 1 ? '' : undefined}>
          <i className={styles.chainMark} aria-hidden="true" />
          <span>
            <strong>{group.name}</strong>
            <small className={styles.chainSmall}>{note}</small>
          </span>
          <span className="tabular">{cellText(band)}</span>
        </li>
      ))}
    </ol>
  )
}

function noteOf(
  { detail }: RateBook,
  group: RateGroup,
  service: ServiceLevel,
  lane: GridLane,
  isOwn: boolean,
): string {
  const change = detail.changes.find(
    ({ place }) =>
      place.part === 'formulas' &&
      place.rate_group_id === group.id &&
      place.service_level_id === service.id &&
      place.from_tag === lane.from_tag &&
      place.to_tag === lane.to_tag,
  )
  if (change) return `changed ${shortWhen(change.time, new Date())} by ${personName(change.username)}`
  if (!isOwn) return `${group.base_percentage} % on the inherited price`
  const { revision } = detail
  return revision.based_on_name === null ? revision.name : `as in ${revision.based_on_name}`
}

/** Editor for type and amount of one price, with a live explanation, and for the weight bands of its lane. */
function PriceEditor({
  lane,
  cell,
  onBands,
}: {
  lane: GridLane
  cell: GridCell
  onBands: (bands: readonly LaneBand[]) => void
}) {
  const present: CellPrice = { type: cell.type, amount: cell.amount }
  const [entered, setEntered] = useState<CellPrice>(present)
  const [weight, setWeight] = useState<number | null>(null)
  const bands = bandsOf(lane)
  const needsAmount = entered.type === 'flat' || entered.type === 'formula'
  const isEntered = entered.type !== cell.type || entered.amount !== cell.amount
  const read = ((): CellPrice | string => {
    if (!needsAmount) return entered
    if (entered.amount.trim() === '') return no_price
    return readCellOver(present, entered.amount)
  })()
  const problem = typeof read === 'string' ? read : null
  const price = typeof read === 'string' ? null : read
  const isChanged = price !== null && (price.type !== cell.type || price.amount !== cell.amount)
  const mayCut = weight !== null && weight > cell.weight_from && weight < (cell.weight_to ?? Infinity)
  return (
    <>
      <Section title="Price">
        <SelectField
          {...standaloneField('type', entered.type, (type) =>
            setEntered({ type, amount: type === 'flat' || type === 'formula' ? entered.amount : '' }),
          )}
          label="Kind"
          hideLabel
          size="sm"
          options={rate_formula_types.map((value) => ({ value, label: formula_type_labels[value] }))}
        />
        {needsAmount && (
          <TextField
            {...standaloneField('amount', entered.amount, (amount: string) =>
              setEntered({ ...entered, amount }),
            )}
            label={entered.type === 'flat' ? 'Amount in Rand' : 'Formula'}
            error={isEntered && problem !== null ? problem : undefined}
            size="sm"
            mono={entered.type === 'formula'}
          />
        )}
        {entered.type === 'formula' && (
          <FormulaBuilder amount={entered.amount} onAmount={(amount) => setEntered({ ...entered, amount })} />
        )}
        {isChanged && <span className={styles.words}>{describeCell(price)}</span>}
        <div className={styles.buttons}>
          <Button
            size="xs"
            reason={problem ?? (isChanged ? null : 'No changes to save.')}
            onClick={() => price && onBands(withPrice(bands, cell.weight_from, price))}
          >
            Save price
          </Button>
          {isEntered && (
            <Button size="xs" variant="ghost" onClick={() => setEntered(present)}>
              Undo
            </Button>
          )}
        </div>
      </Section>
      <Section title="Weight bands of this lane">
        <div className={styles.buttons}>
          <NumberField
            {...standaloneField('cut', weight, setWeight)}
            label="Split at"
            hideLabel
            suffix="kg"
            size="sm"
            width={96}
          />
          <Button
            size="sm"
            reason={mayCut ? null : `Type a weight within ${bandName(cell)}.`}
            onClick={() => weight !== null && onBands(splitAt(bands, weight))}
          >
            Split here
          </Button>
          {cell.weight_from > 0 && (
            <Button size="sm" onClick={() => onBands(joinAt(bands, cell.weight_from))}>
              Join with lighter band
            </Button>
          )}
        </div>
      </Section>
    </>
  )
}

/** Table of base charges at sample weights, next to those of the parent group. */
function Samples({
  compiled,
  grid,
  service,
  lane,
}: {
  compiled: CompiledPriceBook
  grid: RateGrid
  service: ServiceLevel
  lane: GridLane
}) {
  const [group, parent] = grid.lineage
  if (!group) return null
  const price = (of: RateGroup, kg: number): number | null => basePriceAt(compiled, of.id, service, lane, kg)
  const text = (cents: number | null): string => (cents === null ? '–' : formatRand(cents))
  return (
    <Section title="What customers pay">
      <table className={styles.samples}>
        <thead>
          <tr>
            <th scope="col">Weight</th>
            {parent && <th scope="col">{parent.name}</th>}
            <th scope="col">{group.name}</th>
            {parent && <th scope="col">Change</th>}
          </tr>
        </thead>
        <tbody>
          {sample_weights.map((kg) => {
            const [own, above] = [price(group, kg), parent ? price(parent, kg) : null]
            const difference = own === null || above === null ? 0 : own - above
            return (
              <tr key={kg}>
                <td>{`${kg} kg`}</td>
                {parent && <td>{text(above)}</td>}
                <td>{text(own)}</td>
                {parent && <td>{difference === 0 ? '–' : formatRand(difference)}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
      <span className={styles.words}>
        {`Base charge of one parcel${compiled.mode.include ? '' : ' with VAT'}, before surcharges and adjustments.`}
      </span>
    </Section>
  )
}
