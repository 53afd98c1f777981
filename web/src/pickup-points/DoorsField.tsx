import { IconPlus, IconTrash, IconX } from '../kit/icons/icons.ts'
import { network_labels } from '@waybill/domain/pickup-points/model'
import { mayRemoveDoors, type DoorGroup } from '@waybill/domain/pickup-points/own-point'
import {
  doorPrefix,
  nextDoorNames,
  size_templates,
  sizesOfTemplate,
  withNewDoors,
  type DoorSize,
} from '@waybill/domain/pickup-points/stock'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import { useRef, useState } from 'react'
import { Checkbox } from '../kit/form/choices/Choices.tsx'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { NumberField } from '../kit/form/TypedField.tsx'
import type { FieldBinding } from '../kit/form/use-form.ts'
import { Button, IconButton } from '../kit/ui/buttons/Button.tsx'
import { useFocusRescue } from '../kit/ui/focus-rescue.ts'
import styles from './doors-field.module.css'

type Stock = readonly DoorGroup[]

const own_size: DoorSize = { size: '', length: 0, width: 0, height: 0, weight: 0 }
const measures = [
  ['length', 'Length', 'cm'],
  ['width', 'Width', 'cm'],
  ['height', 'Height', 'cm'],
  ['weight', 'Up to', 'kg'],
] as const

/** A field for the sizes and doors of an own locker. Doors whose lower-case name is in `held` cannot be removed. */
export function DoorsField({
  binding,
  label,
  held,
}: {
  binding: FieldBinding<Stock>
  label: string
  held: ReadonlySet<string>
}) {
  const { name, value, onChange, error } = binding
  binding.register(label)
  const box = useRef<HTMLFieldSetElement>(null)
  const rescue = useFocusRescue(() => box.current)
  const add = (sizes: readonly DoorSize[]): void => {
    const known = new Set(value.map(({ size }) => size.toLowerCase()))
    const missing = sizes.filter(({ size }) => !known.has(size.toLowerCase()))
    onChange([...value, ...missing.map((size) => ({ ...size, doors: [] }))])
  }
  return (
    <fieldset ref={box} className={styles.stock} name={name} tabIndex={-1} {...rescue}>
      <legend className={styles.legend}>{label}</legend>
      {value.map((group, at) => (
        <SizeGroup
          // Sizes have no id, and their names change while they are typed.
          key={at}
          name={`${name}.${at}`}
          group={group}
          held={held}
          stock={value}
          at={at}
          onChange={onChange}
        />
      ))}
      <div className={styles.row}>
        {size_templates.map((template) => (
          <Button key={template} size="sm" icon={IconPlus} onClick={() => add(sizesOfTemplate(template))}>
            {`Sizes of ${network_labels[template]}`}
          </Button>
        ))}
        <Button size="sm" icon={IconPlus} onClick={() => add([own_size])}>
          Own size
        </Button>
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function SizeGroup({
  name,
  group,
  stock,
  at,
  held,
  onChange,
}: {
  name: string
  group: DoorGroup
  stock: Stock
  at: number
  held: ReadonlySet<string>
  onChange: (stock: Stock) => void
}) {
  const put = (change: Partial<DoorGroup>): void =>
    onChange(stock.map((one, index) => (index === at ? { ...one, ...change } : one)))
  const box = useRef<HTMLDivElement>(null)
  const rescue = useFocusRescue(() => box.current?.querySelector('input'))
  const isHeld = (door: string): boolean => held.has(door.toLowerCase())
  const size = group.size || 'this size'
  const inUse = group.doors.filter((door) => isHeld(door.name)).map((door) => door.name)
  return (
    <div ref={box} className={styles.group} {...rescue}>
      <div className={styles.size}>
        <TextField
          {...standaloneField(`${name}.size`, group.size, (typed: string) => put({ size: typed }))}
          label="Size"
          maxLength={40}
          autoComplete="off"
        />
        {measures.map(([key, title, unit]) => (
          <NumberField
            key={key}
            {...standaloneField<number | null>(`${name}.${key}`, group[key] || null, (typed) =>
              put({ [key]: typed ?? 0 }),
            )}
            label={title}
            unit={unit}
            places={0}
          />
        ))}
        <IconButton
          label={`Remove ${size}`}
          icon={IconTrash}
          reason={reasonOf(mayRemoveDoors(inUse))}
          onClick={() => onChange(stock.filter((_, index) => index !== at))}
        />
      </div>
      <ul className={styles.doors} aria-label={`Doors of ${size}`}>
        {group.doors.map((door) => (
          <li key={door.name} className={styles.door}>
            <span className="mono">{door.name}</span>
            {isHeld(door.name) && <span className={styles.quiet}>in use</span>}
            <Checkbox
              {...standaloneField(`${name}.${door.name}`, door.is_out_of_order, (isOut: boolean) =>
                put({
                  doors: group.doors.map((one) => (one === door ? { ...one, is_out_of_order: isOut } : one)),
                }),
              )}
              label={
                <>
                  Out of order<span className="only-heard">{`: door ${door.name}`}</span>
                </>
              }
            />
            <IconButton
              label={`Remove door ${door.name}`}
              icon={IconX}
              size="xs"
              reason={reasonOf(mayRemoveDoors(isHeld(door.name) ? [door.name] : []))}
              onClick={() => put({ doors: group.doors.filter((one) => one !== door) })}
            />
          </li>
        ))}
      </ul>
      <NewDoors
        name={name}
        of={size}
        stock={stock}
        prefix={doorPrefix(at)}
        onAdd={(prefix, count) => onChange(withNewDoors(stock, at, { prefix, count }))}
      />
    </div>
  )
}

/** Maximum number of doors that are added at once. */
const max_new = 100

/** The fields for doors to add, with a button that says their names: 'Add 12 doors A1…A12'. */
function NewDoors({
  name,
  of,
  stock,
  prefix: usual,
  onAdd,
}: {
  name: string
  of: string
  stock: Stock
  prefix: string
  onAdd: (prefix: string, count: number) => void
}) {
  const [prefix, setPrefix] = useState(usual)
  const [typed, setTyped] = useState<number | null>(1)
  const count = Math.max(1, Math.min(Math.floor(typed ?? 1), max_new))
  const names = nextDoorNames(stock, prefix.trim(), count)
  const range = count === 1 ? names[0] : `${names[0]}…${names.at(-1)}`
  return (
    <div className={styles.row}>
      <NumberField
        {...standaloneField<number | null>(`${name}.count`, typed, setTyped)}
        label={`Number of new doors of ${of}`}
        hideLabel
        size="sm"
        width={64}
        places={0}
      />
      <TextField
        {...standaloneField(`${name}.prefix`, prefix, setPrefix)}
        label={`Start of the names of new doors of ${of}`}
        hideLabel
        size="sm"
        width={80}
        maxLength={10}
        autoComplete="off"
      />
      <Button size="sm" icon={IconPlus} onClick={() => onAdd(prefix.trim(), count)}>
        {count === 1 ? `Add door ${range}` : `Add ${count} doors ${range}`}
      </Button>
    </div>
  )
}
