import { IconBarcode, IconCopy, IconDotsVertical, IconPlus, IconTrash } from '../../../kit/icons/icons.ts'
import { isStaff } from '@waybill/domain/kit/actor'
import type { ParcelType } from '@waybill/domain/accounts/model'
import { formatCount, formatWeight } from '@waybill/domain/kit/texts/format'
import { default_volumetric_factor } from '@waybill/domain/rates/settings'
import {
  parcel_categories,
  parcel_description_required,
  parcel_disclaimer,
} from '@waybill/domain/shipments/settings'
import { useRef, useState, type KeyboardEvent } from 'react'
import { NumberField } from '../../../kit/form/TypedField.tsx'
import { skipped } from '../../../kit/form/field-skipping.ts'
import { SelectField } from '../../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../../kit/form/TextField.tsx'
import type { Form } from '../../../kit/form/use-form.ts'
import { ScaleLine } from '../../../kit/scale/ScaleLine.tsx'
import { useMe, useSetting } from '../../../kit/session/me.ts'
import { ByPosition } from '../../../kit/ui/ByPosition.tsx'
import { Button, IconButton } from '../../../kit/ui/buttons/Button.tsx'
import { Menu } from '../../../kit/ui/layers/Menu.tsx'
import { usePhone } from '../../../kit/ui/page-layout/use-phone.ts'
import type { Booking } from '../booking.ts'
import shared from '../booking.module.css'
import styles from './parcel-grid.module.css'
import {
  measures,
  newRow,
  quantityOf,
  rowsFromTable,
  totalsOf,
  withType,
  type ParcelRow,
} from './parcel-rows.ts'
import { useTypeByMeasures } from './use-type-by-measures.ts'

const heads = {
  submitted_length_cm: 'L',
  submitted_width_cm: 'W',
  submitted_height_cm: 'H',
  submitted_weight_kg: 'Weight',
}
const field_names = {
  submitted_length_cm: 'Length',
  submitted_width_cm: 'Width',
  submitted_height_cm: 'Height',
  submitted_weight_kg: 'Weight',
}
const unitOf = (measure: (typeof measures)[number]): string =>
  measure === 'submitted_weight_kg' ? 'kg' : 'cm'

/**
 * The parcels as a grid. Enter in the last cell adds a row, rows can be duplicated, rows copied from a spreadsheet
 * can be pasted, and totals are live. Messages appear below the row.
 */
export function ParcelGrid({ form, types }: { form: Form<Booking>; types: readonly ParcelType[] }) {
  const isPhone = usePhone()
  const me = useMe()
  const grid = useRef<HTMLDivElement>(null)
  const disclaimer = useSetting(parcel_disclaimer)
  const volumetricFactor = useSetting(default_volumetric_factor)
  const rows = form.values.parcels
  useTypeByMeasures(form, types)
  const standard = types.find((type) => type.is_default)
  const setRows = (next: ParcelRow[]): void => form.set('parcels', next)
  const add = (): void => {
    setRows([...rows, newRow(standard)])
    requestAnimationFrame(() => {
      const last = grid.current?.querySelectorAll<HTMLElement>('[data-row]')
      const fields = last?.[last.length - 1]?.querySelectorAll<HTMLInputElement>('input') ?? []
      const first = [...fields].find((field) => !field.closest(skipped))
      first?.focus()
      first?.select()
    })
  }
  const totals = totalsOf(rows, volumetricFactor)
  const problem = form.errors['parcels']
  form.field('parcels').register('Parcels')
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !target.hasAttribute('name')) return
    if (target.getAttribute('name') !== `parcels.${rows.length - 1}.quantity`) return
    event.preventDefault()
    event.stopPropagation()
    add()
  }
  return (
    <section className={shared.section} aria-labelledby="parcels-title" data-section="">
      <header className={shared.sectionHead}>
        <h2 id="parcels-title">Parcels</h2>
        <span className={shared.sectionNote} aria-live="off">
          {`${formatCount(totals.parcels)} ${totals.parcels === 1 ? 'parcel' : 'parcels'} · ${formatWeight(totals.weight)} · ${formatWeight(totals.volumetric)} volumetric`}
        </span>
        <span className={shared.headEnd}>
          <Button variant="ghost" icon={IconPlus} size="sm" onClick={add} data-adds-parcel="">
            Add parcel
          </Button>
        </span>
      </header>
      <div
        ref={grid}
        className={styles.grid}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const pasted = rowsFromTable(event.clipboardData.getData('text'))
          if (!pasted) return
          event.preventDefault()
          setRows([...rows.filter((row) => row.submitted_weight_kg !== null), ...pasted])
        }}
      >
        {!isPhone && (
          <div className={styles.gridHead} aria-hidden="true">
            <span>Type</span>
            <span>Description</span>
            {measures.map((measure) => (
              <span key={measure} className={styles.right}>{`${heads[measure]} (${unitOf(measure)})`}</span>
            ))}
            <span className={styles.right}>Qty</span>
            <span />
          </div>
        )}
        <ByPosition of={rows}>
          {(row, at) => (
            <Row
              form={form}
              at={at}
              row={row}
              types={types}
              isPhone={isPhone}
              onChange={(next) => setRows(rows.map((one, index) => (index === at ? next : one)))}
              onDuplicate={() =>
                setRows([
                  ...rows.slice(0, at + 1),
                  { ...row, id: null, alternative_tracking_reference: '' },
                  ...rows.slice(at + 1),
                ])
              }
              onRemove={rows.length > 1 ? () => setRows(rows.filter((_, index) => index !== at)) : null}
            />
          )}
        </ByPosition>
      </div>
      {problem && <p className={shared.problem}>{problem}</p>}
      {isStaff(me) && <ScaleLine />}
      <p className={styles.fine}>{disclaimer}</p>
    </section>
  )
}

function Row({
  form,
  at,
  row,
  types,
  isPhone,
  onChange,
  onDuplicate,
  onRemove,
}: {
  form: Form<Booking>
  at: number
  row: ParcelRow
  types: readonly ParcelType[]
  isPhone: boolean
  onChange: (row: ParcelRow) => void
  onDuplicate: () => void
  onRemove: (() => void) | null
}) {
  const size = isPhone ? 'normal' : 'sm'
  const appearance = { hideLabel: !isPhone, size } as const
  const messages = [
    ...new Set(Object.keys(row).flatMap((cell) => form.errors[`parcels.${at}.${cell}`] ?? [])),
  ]
  const [isStickerDialogOpen, setIsStickerDialogOpen] = useState(false)
  const isSingle = quantityOf(row) === 1
  const categories = useSetting(parcel_categories)
  const needsDescription = useSetting(parcel_description_required)
  const entries = [
    { label: 'Duplicate row', icon: IconCopy, onSelect: onDuplicate },
    ...(isSingle
      ? [{ label: 'Add a sticker number', icon: IconBarcode, onSelect: () => setIsStickerDialogOpen(true) }]
      : []),
    ...[2, 5, 10].map((times) => ({
      label: `Make it ${times} parcels`,
      onSelect: () => onChange({ ...row, quantity: times, alternative_tracking_reference: '' }),
    })),
    ...(onRemove
      ? (['separator', { label: 'Remove row', icon: IconTrash, danger: true, onSelect: onRemove }] as const)
      : []),
  ]
  return (
    <div className={styles.gridRow} data-row="" role="group" aria-label={`Parcel row ${at + 1}`}>
      <SelectField
        {...form.field(`parcels.${at}.packaging`)}
        {...appearance}
        label="Type"
        skippable
        placeholder="Custom"
        value={types.some(({ name }) => name === row.packaging) ? row.packaging : null}
        options={types.map(({ name }) => ({ value: name, label: name }))}
        onChange={(name) => {
          const type = types.find((one) => one.name === name)
          if (type) onChange(withType(row, type))
        }}
      />
      <TextField
        {...form.field(`parcels.${at}.parcel_description`)}
        {...appearance}
        label="Description"
        skippable={!needsDescription}
        autoComplete="off"
        suggestions={categories}
      />
      {measures.map((measure) => (
        <NumberField
          key={measure}
          {...form.field(`parcels.${at}.${measure}`)}
          {...appearance}
          label={field_names[measure]}
          unit={unitOf(measure)}
          places={measure === 'submitted_weight_kg' ? 3 : 1}
          takesWeight={measure === 'submitted_weight_kg'}
        />
      ))}
      <NumberField
        {...form.field(`parcels.${at}.quantity`)}
        {...appearance}
        label="Quantity"
        skippable
        places={0}
      />
      <Menu entries={entries} label={`Row ${at + 1}`}>
        {(trigger) => (
          <IconButton
            {...trigger}
            label={`More for row ${at + 1}`}
            icon={IconDotsVertical}
            size="sm"
            tooltip={false}
          />
        )}
      </Menu>
      {isSingle && (isStickerDialogOpen || row.alternative_tracking_reference) && (
        <div className={styles.rowSticker}>
          <TextField
            {...form.field(`parcels.${at}.alternative_tracking_reference`)}
            size={size}
            label="Sticker number"
            hint="From the pre-printed sticker on this parcel"
            mono
            optional
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            takesScans
            maxLength={80}
          />
        </div>
      )}
      {messages.length > 0 && (
        <div className={styles.rowProblems} aria-hidden="true">
          {messages.map((message) => (
            <span key={message} className={shared.problem}>
              {message}
            </span>
          ))}
        </div>
      )}
      {quantityOf(row) > 1 && (
        <span
          className={styles.rowNote}
        >{`Sent as ${formatCount(quantityOf(row))} parcels, each with its own label`}</span>
      )}
    </div>
  )
}
