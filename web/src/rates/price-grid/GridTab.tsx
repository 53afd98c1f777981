import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDownload,
  IconSearch,
  IconUpload,
} from '../../kit/icons/icons.ts'
import {
  cellName,
  gridOf,
  inheritedLane,
  laneIn,
  laneKey,
  lostFormulas,
  type GridCell,
  type GridLane,
  type RateGrid as Grid,
} from '@waybill/domain/rates/price-grid/price-grid'
import { gridChanges, isChangedLane, type GridChanges } from '@waybill/domain/rates/price-grid/grid-changes'
import { gridRows } from '@waybill/domain/rates/price-grid/grid-csv'
import { typedCell, withPrice, type CellPrice } from '@waybill/domain/rates/price-grid/lane-bands'
import type { BookContent, LaneBand, RateEdit } from '@waybill/domain/rates/revisions/revisions'
import { useState } from 'react'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { Toggle } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { confirmAction, showAlert, showError } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { downloadText, toCsv } from '../../kit/table/export/csv.ts'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { Segments } from '../../kit/ui/page-layout/Tabs.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import { CellPanel } from './CellPanel.tsx'
import type { CellAt } from './grid-keys.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { bandsInheriting, bandsOf, laneEdit, pasteEdits, type Block, type Pasted } from './lane-edits.ts'
import { LaneDialog } from './LaneDialog.tsx'
import { PasteDialog, type HeldPaste } from './PasteDialog.tsx'
import { RateGrid } from './RateGrid.tsx'
import { useBaseBook } from '../revisions/use-base-book.ts'
import { useEditHistory } from './use-edit-history.ts'
import shared from './grid.module.css'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './grid-tab.module.css'
import type { RateBook } from '../use-rate-book.ts'

/** Up to this number, service levels are displayed as segments; more are displayed as a select list. */
const max_segments = 7

/**
 * The grid of base prices of one rate group and service level
 * (docs/domain/rating.md#price-books-groups-and-revisions, docs/domain/rating.md#zones-and-lanes).
 */
export function GridTab({ book }: { book: RateBook }) {
  const { detail } = book
  const { values, set } = useSearchState()
  const address = `${values.lane ?? ''}\n${values.weight ?? ''}`
  const [moved, setMoved] = useState<{ address: string; at: CellAt } | null>(null)
  const [dialog, setDialog] = useState<'lane' | 'import' | null>(null)
  const [held, setHeld] = useState<HeldPaste | null>(null)
  const base = useBaseBook(book)
  const groups = detail.book.rate_groups
  const services = book.compiled.services
  const group = groups.find(({ id }) => String(id) === values.group) ?? groups[0]
  const service = services.find(({ id }) => String(id) === values.service) ?? services[0]
  const grid = group && service ? gridOf(detail.book, group.id, service.id) : null
  const history = useEditHistory(book, { group: group?.id ?? 0, service: service?.id ?? 0 }, (place) =>
    set({ group: String(place.group), service: String(place.service) }, { replace: true }),
  )
  if (!grid || !service || !group)
    return <EmptyState title="No prices yet">Add a service level and a rate group first.</EmptyState>
  const isOnlyVaried = values.only === 'varied'
  const isOnlyChanged = values.only === 'changed'
  const changes = base ? gridChanges(grid, gridOf(base, group.id, service.id)) : null
  const wanted = (values.lane ?? '').toLowerCase()
  const lanes = grid.lanes.filter(
    (lane) =>
      (!isOnlyVaried || lane.cells.some(({ state }) => state === 'varied')) &&
      (!isOnlyChanged || changes === null || isChangedLane(changes, lane)) &&
      `${lane.from_tag} to ${lane.to_tag}`.toLowerCase().includes(wanted),
  )
  const at = moved?.address === address ? moved.at : addressedCell(grid, lanes, values)
  const setAt = (next: CellAt): void => setMoved({ address, at: next })
  const row = Math.min(at.row, Math.max(0, lanes.length - 1))
  const lane = lanes[row]
  const covering = lane?.cells.find(({ column, span }) => at.column >= column && at.column < column + span)
  const cell = covering ?? lane?.cells[0]
  const isChangeable = book.may('formulas') === true
  const store = (edits: readonly RateEdit[], of: string, summary?: string): void => {
    void history.store(edits, of).then(() => summary && toast.success(summary), showError)
  }
  const setPrice = async (of: GridLane, one: GridCell, price: CellPrice): Promise<void> => {
    const edits = [laneEdit(grid, service.id, of, withPrice(bandsOf(of), one.weight_from, price))]
    if (!(await mayLoseFormulas(detail.book, edits))) return
    await history.store(edits, cellName(of, one)).catch((thrown: unknown) =>
      showAlert({
        variant: 'error',
        title: `${cellName(of, one)} was not saved.`,
        body: `${sentenceOf(thrown) ?? ''} You typed: ${typedCell(price)}`,
      }),
    )
  }
  const setBands = async (of: GridLane, bands: readonly LaneBand[]): Promise<void> => {
    const edits = [laneEdit(grid, service.id, of, bands)]
    if (await mayLoseFormulas(detail.book, edits)) store(edits, nameOf(of))
  }
  const remove = (of: GridLane): void => store([laneEdit(grid, service.id, of, null)], nameOf(of))
  const inherit = (of: GridLane, one: GridCell): void => {
    const above = inheritedLane(detail.book, group.id, service.id, of)
    if (above)
      store([laneEdit(grid, service.id, of, bandsInheriting(of, one, above.bands))], cellName(of, one))
  }
  const takePasted = async ({ edits, read }: Pasted): Promise<boolean> => {
    const summary = read === 1 ? '1 price pasted' : `${read} prices pasted`
    if (!(await mayLoseFormulas(detail.book, edits))) return false
    if (edits.length > 0) store(edits, summary, summary)
    return true
  }
  const paste = (from: CellAt, block: Block): void => {
    const pasted = pasteEdits(grid, lanes, service.id, from, block)
    if (pasted.refused.length === 0) void takePasted(pasted)
    else setHeld({ lane_keys: lanes.map(laneKey), at: from, block, is_applied: false })
  }
  const back = (of: GridLane): void =>
    store(
      [
        laneEdit(
          grid,
          service.id,
          { from_tag: of.to_tag, to_tag: of.from_tag, symmetric: false },
          bandsOf(of),
        ),
      ],
      nameOf({ from_tag: of.to_tag, to_tag: of.from_tag }),
      'Copied to the return lane',
    )
  const choose = (changes: Record<string, string | undefined>): void => {
    setMoved(null)
    set({ weight: undefined, ...changes }, { replace: true })
  }
  const caption = `${service.name} of ${group.name}: lanes by weight band`
  const [, parent] = grid.lineage
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.group}>
          <SelectField
            {...standaloneField('group', group.id, (id: number) => choose({ group: String(id) }))}
            label="Rate group"
            hideLabel
            prefix="Group:"
            options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
        {parent && <span className={styles.lineage}>{`inherits ${parent.name}`}</span>}
        {services.length <= max_segments ? (
          <Segments
            label="Service level"
            choices={services.map(({ id, code }) => ({ key: String(id), label: code }))}
            chosen={String(service.id)}
            onChoose={(key) => choose({ service: key })}
          />
        ) : (
          <SelectField
            {...standaloneField('service', service.id, (id: number) => choose({ service: String(id) }))}
            label="Service level"
            hideLabel
            width={260}
            options={services.map(({ id, name, code }) => ({ value: id, label: name, hint: code }))}
          />
        )}
        <div className={styles.toolsEnd}>
          {isChangeable && (
            <span className={styles.history}>
              <IconButton
                size="sm"
                icon={IconArrowBackUp}
                label={history.undo === null ? 'Undo' : `Undo: ${history.undo}`}
                reason={history.undo === null ? 'There is nothing to undo.' : null}
                onClick={() => history.go('back')}
              />
              <IconButton
                size="sm"
                icon={IconArrowForwardUp}
                label={history.redo === null ? 'Redo' : `Redo: ${history.redo}`}
                reason={history.redo === null ? 'There is nothing to redo.' : null}
                onClick={() => history.go('again')}
              />
            </span>
          )}
          {changes && (
            <Toggle
              {...standaloneField('changed', isOnlyChanged, (on: boolean) =>
                choose({ only: on ? 'changed' : undefined }),
              )}
              label="Changed only"
            />
          )}
          {parent && (
            <Toggle
              {...standaloneField('only', isOnlyVaried, (on: boolean) =>
                choose({ only: on ? 'varied' : undefined }),
              )}
              label="Varied only"
            />
          )}
          <TextField
            {...standaloneField('lane', values.lane ?? '', (text: string) =>
              choose({ lane: text || undefined }),
            )}
            label="Find a lane"
            hideLabel
            placeholder="Find a lane"
            icon={IconSearch}
            width={180}
          />
        </div>
      </div>
      <div className={styles.split}>
        <section className={styles.box} aria-label={caption}>
          {lanes.length === 0 ? (
            <EmptyState title={grid.lanes.length === 0 ? 'No lanes yet' : 'No lane matches'}>
              {grid.lanes.length === 0
                ? `${service.name} is not sold anywhere to ${group.name}.`
                : 'Search for another zone, or show every lane.'}
            </EmptyState>
          ) : (
            <RateGrid
              grid={grid}
              lanes={lanes}
              zone_groups={new Set(detail.book.tag_groups.map(({ name }) => name))}
              changes={changes}
              caption={caption}
              chosen={{ row, column: covering ? at.column : (cell?.column ?? 0) }}
              onChoose={setAt}
              isChangeable={isChangeable}
              onSet={(of, one, price) => void setPrice(of, one, price)}
              onInherit={inherit}
              onPaste={paste}
            />
          )}
          <footer className={styles.foot}>
            <span className={styles.footPart}>
              {`${lanes.length} of ${grid.lanes.length} lanes`}
              {changes && <b>{` · ${changesText(changes)}`}</b>}
            </span>
            {parent && (
              <span className={cx(styles.legend, styles.footPart)}>
                <span className={shared.inherited}>99.00 inherited</span>
                <span>
                  <span className={`${shared.varied} ${styles.sample}`}>8.75</span> varied
                </span>
              </span>
            )}
            <Button
              size="xs"
              icon={IconDownload}
              onClick={() =>
                downloadText(`${service.code} ${group.name}.csv`.replaceAll(' ', '-'), toCsv(gridRows(grid)))
              }
            >
              Export CSV
            </Button>
            {isChangeable && (
              <>
                <Button size="xs" icon={IconUpload} onClick={() => setDialog('import')}>
                  Import CSV
                </Button>
                <Button size="xs" onClick={() => setDialog('lane')}>
                  Add lane
                </Button>
              </>
            )}
          </footer>
        </section>
        {lane && cell && (
          <CellPanel
            book={book}
            grid={grid}
            service={service}
            lane={lane}
            cell={cell}
            isChangeable={isChangeable}
            onBands={(bands) => void setBands(lane, bands)}
            onInherit={() => inherit(lane, cell)}
            onRemove={() => remove(lane)}
            onReverse={() => back(lane)}
            onTurn={() =>
              store(
                [laneEdit(grid, service.id, { ...lane, symmetric: !lane.symmetric }, bandsOf(lane))],
                nameOf(lane),
              )
            }
          />
        )}
      </div>
      {dialog === 'lane' && (
        <LaneDialog
          book={book}
          grid={grid}
          service={service}
          onClose={() => setDialog(null)}
          onAdd={(fromTag, toTag, symmetric, price) => {
            const known = laneIn(detail.book, group.id, service.id, fromTag, toTag)
            const bands = known?.value.bands ?? [{ weight_from: 0, weight_to: null, ...price }]
            return history.store(
              [laneEdit(grid, service.id, { from_tag: fromTag, to_tag: toTag, symmetric }, bands)],
              nameOf({ from_tag: fromTag, to_tag: toTag }),
            )
          }}
        />
      )}
      {held && (
        <PasteDialog
          grid={grid}
          service_level_id={service.id}
          held={held}
          onPaste={async (pasted, left) => {
            if (await takePasted(pasted)) setHeld(left)
          }}
          onClose={() => setHeld(null)}
        />
      )}
      {dialog === 'import' && (
        <ImportDialog book={book} group={group} service={service} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

/** Returns the cell that the URL names by its lane and the start of its band; the first cell otherwise. */
function addressedCell(
  grid: Grid,
  lanes: readonly GridLane[],
  { lane, weight }: Readonly<Record<string, string | undefined>>,
): CellAt {
  const row = lanes.findIndex((one) => nameOf(one) === lane)
  const column = grid.columns.findIndex(
    ({ weight_from }) => weight !== undefined && weight_from === Number(weight),
  )
  return { row: Math.max(0, row), column: Math.max(0, column) }
}

/**
 * Asks for confirmation before edits replace formulas by other kinds of prices. Returns true when no formula is lost
 * or the user confirms.
 */
async function mayLoseFormulas(book: BookContent, edits: readonly RateEdit[]): Promise<boolean> {
  const lost = lostFormulas(book, edits)
  const [first] = lost
  if (!first) return true
  const one = `${first.name}: ${first.formula}`
  return confirmAction({
    title: lost.length === 1 ? 'Replace the formula?' : `Replace ${lost.length} formulas?`,
    body: lost.length === 1 ? `${one} will be lost.` : `${one}, and ${lost.length - 1} more will be lost.`,
    confirm: lost.length === 1 ? 'Replace formula' : 'Replace formulas',
    cancel: 'Keep',
  })
}

const nameOf = ({ from_tag, to_tag }: Pick<GridLane, 'from_tag' | 'to_tag'>): string =>
  `${from_tag} to ${to_tag}`

/** Formats the number of changes: '3 changes, 1 lane taken out'. */
function changesText({ count, removed }: GridChanges): string {
  if (count === 0) return 'nothing changed'
  const lanes = removed.length === 1 ? '1 lane' : `${removed.length} lanes`
  return `${count === 1 ? '1 change' : `${count} changes`}${removed.length > 0 ? `, ${lanes} removed` : ''}`
}
