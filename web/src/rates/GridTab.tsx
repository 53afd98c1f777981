import { IconDownload, IconSearch, IconUpload } from '@tabler/icons-react'
import {
  cellName,
  gridOf,
  inheritedLane,
  laneIn,
  type GridCell,
  type GridLane,
} from '@waybill/domain/rates/grid'
import { gridRows } from '@waybill/domain/rates/grid-csv'
import { typedCell, withPrice, type CellPrice } from '@waybill/domain/rates/lane-bands'
import type { LaneBand, RateEdit } from '@waybill/domain/rates/revisions'
import { useState } from 'react'
import { sentenceOf } from '../kit/api/error-text.ts'
import { Toggle } from '../kit/form/Choices.tsx'
import { loose } from '../kit/form/FieldFrame.tsx'
import { SelectField } from '../kit/form/SelectField.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { showAlert, showError } from '../kit/layers/alerts.ts'
import { toast } from '../kit/layers/toasts.ts'
import { downloadText, toCsv } from '../kit/table/csv.ts'
import { Button } from '../kit/ui/Button.tsx'
import { EmptyState } from '../kit/ui/States.tsx'
import { Segments } from '../kit/ui/Tabs.tsx'
import { useSearchState } from '../kit/url/use-search.ts'
import { CellPanel } from './CellPanel.tsx'
import type { CellAt } from './grid-keys.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { bandsInheriting, bandsOf, laneEdit, pasteEdits } from './lane-edits.ts'
import { LaneDialog } from './LaneDialog.tsx'
import { RateGrid } from './RateGrid.tsx'
import styles from './grid.module.css'
import type { RateBook } from './use-rate-book.ts'

/** This many services stand beside each other; more become a list. */
const most_segments = 7

/** The base prices of one rate group and service level (domain notes 2.1, 2.5). */
export function GridTab({ book }: { book: RateBook }) {
  const { detail } = book
  const { values, set } = useSearchState()
  const [at, setAt] = useState<CellAt>({ row: 0, column: 0 })
  const [dialog, setDialog] = useState<'lane' | 'import' | null>(null)
  const groups = detail.book.rate_groups
  const services = book.compiled.services
  const group = groups.find(({ id }) => String(id) === values.group) ?? groups[0]
  const service = services.find(({ id }) => String(id) === values.service) ?? services[0]
  const grid = group && service ? gridOf(detail.book, group.id, service.id) : null
  if (!grid || !service || !group)
    return <EmptyState title="No prices yet">Add a service level and a rate group first.</EmptyState>
  const isOnlyVaried = values.only === 'varied'
  const wanted = (values.lane ?? '').toLowerCase()
  const lanes = grid.lanes.filter(
    (lane) =>
      (!isOnlyVaried || lane.cells.some(({ state }) => state === 'varied')) &&
      `${lane.from_tag} to ${lane.to_tag}`.toLowerCase().includes(wanted),
  )
  const row = Math.min(at.row, Math.max(0, lanes.length - 1))
  const lane = lanes[row]
  const covering = lane?.cells.find(({ column, span }) => at.column >= column && at.column < column + span)
  const cell = covering ?? lane?.cells[0]
  const isChangeable = book.may('formulas') === true
  const store = (edits: readonly RateEdit[], said?: string): void => {
    void book.change(edits).then(() => said && toast.success(said), showError)
  }
  const setPrice = (of: GridLane, one: GridCell, price: CellPrice): void => {
    const bands = withPrice(bandsOf(of), one.weight_from, price)
    book.change([laneEdit(grid, service.id, of, bands)]).catch((thrown: unknown) =>
      showAlert({
        variant: 'error',
        title: `${cellName(of, one)} was not saved.`,
        body: `${sentenceOf(thrown) ?? ''} You typed: ${typedCell(price)}`,
      }),
    )
  }
  const setBands = (of: GridLane, bands: readonly LaneBand[]): void =>
    store([laneEdit(grid, service.id, of, bands)])
  const remove = (of: GridLane): void => store([laneEdit(grid, service.id, of, null)])
  const inherit = (of: GridLane, one: GridCell): void => {
    const above = inheritedLane(detail.book, group.id, service.id, of)
    if (above) store([laneEdit(grid, service.id, of, bandsInheriting(of, one, above.bands))])
  }
  const paste = (from: CellAt, block: readonly (readonly string[])[]): void => {
    const { edits, problems } = pasteEdits(grid, lanes, service.id, from, block)
    const [first, ...more] = problems
    if (first)
      showAlert({
        variant: 'error',
        title: 'Nothing was pasted.',
        body: [first, ...more.slice(0, 4)].map(({ where, message }) => `${where}: ${message}`).join(' '),
      })
    else if (edits.length > 0) store(edits, `${edits.length} ${edits.length === 1 ? 'lane' : 'lanes'} pasted`)
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
      'Copied to the lane back',
    )
  const choose = (changes: Record<string, string | undefined>): void => {
    setAt({ row: 0, column: 0 })
    set(changes, { replace: true })
  }
  const caption = `${service.name} of ${group.name}: lanes by weight band`
  const [, parent] = grid.lineage
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.group}>
          <SelectField
            {...loose('group', group.id, (id: number) => choose({ group: String(id) }))}
            label="Rate group"
            hideLabel
            prefix="Group:"
            options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
        {parent && <span className={styles.lineage}>{`inherits ${parent.name}`}</span>}
        {services.length <= most_segments ? (
          <Segments
            label="Service level"
            choices={services.map(({ id, code }) => ({ key: String(id), label: code }))}
            chosen={String(service.id)}
            onChoose={(key) => choose({ service: key })}
          />
        ) : (
          <SelectField
            {...loose('service', service.id, (id: number) => choose({ service: String(id) }))}
            label="Service level"
            hideLabel
            width={260}
            options={services.map(({ id, name, code }) => ({ value: id, label: name, hint: code }))}
          />
        )}
        <div className={styles.toolsEnd}>
          {parent && (
            <Toggle
              {...loose('only', isOnlyVaried, (on: boolean) => choose({ only: on ? 'varied' : undefined }))}
              label="Only varied"
            />
          )}
          <TextField
            {...loose('lane', values.lane ?? '', (text: string) => choose({ lane: text || undefined }))}
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
              caption={caption}
              chosen={{ row, column: covering ? at.column : (cell?.column ?? 0) }}
              onChoose={setAt}
              isChangeable={isChangeable}
              onSet={setPrice}
              onInherit={inherit}
              onPaste={paste}
            />
          )}
          <footer className={styles.foot}>
            <span>
              {`${lanes.length} of ${grid.lanes.length} lanes · volumetric ${service.volumetric_factor} · ${service.weight_rounding.replaceAll('_', ' ')} · prices ${detail.settings.rates_include_vat ? 'include' : 'exclude'} VAT`}
            </span>
            {parent && (
              <span className={styles.legend}>
                <span className={styles.inherited}>99.00 inherited</span>
                <span>
                  <span className={`${styles.varied} ${styles.sample}`}>8.75</span> varied
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
            onBands={(bands) => setBands(lane, bands)}
            onInherit={() => inherit(lane, cell)}
            onRemove={() => remove(lane)}
            onReverse={() => back(lane)}
            onTurn={() =>
              store([laneEdit(grid, service.id, { ...lane, symmetric: !lane.symmetric }, bandsOf(lane))])
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
          onAdd={(from_tag, to_tag, symmetric, price) => {
            const known = laneIn(detail.book, group.id, service.id, from_tag, to_tag)
            const bands = known?.value.bands ?? [{ weight_from: 0, weight_to: null, ...price }]
            return book.change([laneEdit(grid, service.id, { from_tag, to_tag, symmetric }, bands)])
          }}
        />
      )}
      {dialog === 'import' && (
        <ImportDialog book={book} group={group} service={service} onClose={() => setDialog(null)} />
      )}
    </>
  )
}
