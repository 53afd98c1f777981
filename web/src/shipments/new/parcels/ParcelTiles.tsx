import { IconBox, IconMail, IconPlus, IconRuler2, IconTrash } from '../../../kit/icons/icons.ts'
import type { ParcelType } from '@waybill/domain/accounts/model'
import { formatSize } from '@waybill/domain/kit/texts/format'
import {
  parcel_categories,
  parcel_description_required,
  parcel_disclaimer,
} from '@waybill/domain/shipments/settings'
import { TextField } from '../../../kit/form/TextField.tsx'
import { NumberField } from '../../../kit/form/TypedField.tsx'
import type { Form } from '../../../kit/form/use-form.ts'
import { ScaleLine } from '../../../kit/scale/ScaleLine.tsx'
import { useSetting } from '../../../kit/session/me.ts'
import { ByPosition } from '../../../kit/ui/ByPosition.tsx'
import { Button, IconButton } from '../../../kit/ui/buttons/Button.tsx'
import { Icon, type IconShape } from '../../../kit/ui/buttons/Icon.tsx'
import type { Booking } from '../booking.ts'
import { newRow, withType } from './parcel-rows.ts'
import quote from '../quote.module.css'
import styles from './parcel-tiles.module.css'
import { useTypeByMeasures } from './use-type-by-measures.ts'

/** The parcels for users who send few: one tile per parcel type, the sizes below, and a button for another parcel. */
export function ParcelTiles({
  form,
  types,
  describes,
  weighs = false,
}: {
  form: Form<Booking>
  types: readonly ParcelType[]
  /** Adds a field for the contents of the parcel. */
  describes: boolean
  /** Offers a scale at the counter. */
  weighs?: boolean
}) {
  const rows = form.values.parcels
  useTypeByMeasures(form, types)
  const disclaimer = useSetting(parcel_disclaimer)
  const needsDescription = useSetting(parcel_description_required)
  const categories = useSetting(parcel_categories)
  const problem = form.errors['parcels']
  form.field('parcels').register('Parcels')
  return (
    <div className={styles.parcels}>
      <ByPosition of={rows}>
        {(row, at) => (
          <div
            className={styles.parcel}
            role="group"
            aria-label={rows.length > 1 ? `Parcel ${at + 1}` : 'Parcel'}
          >
            {rows.length > 1 && (
              <div className={styles.parcelHead}>
                <strong className={styles.parcelHeadStrong}>{`Parcel ${at + 1}`}</strong>
                <IconButton
                  label={`Remove parcel ${at + 1}`}
                  icon={IconTrash}
                  size="sm"
                  onClick={() =>
                    form.set(
                      'parcels',
                      rows.filter((_, index) => index !== at),
                    )
                  }
                />
              </div>
            )}
            <div className={styles.tiles} role="radiogroup" aria-label={`Type of parcel ${at + 1}`}>
              {types.map((type) => (
                <Tile
                  key={type.name}
                  type={type}
                  isOn={row.packaging === type.name}
                  group={`tile-${at}`}
                  onChoose={() =>
                    form.set(
                      'parcels',
                      rows.map((one, index) => (index === at ? withType(one, type) : one)),
                    )
                  }
                />
              ))}
            </div>
            <div className={styles.sizes}>
              <NumberField
                {...form.field(`parcels.${at}.submitted_length_cm`)}
                label="Length"
                unit="cm"
                places={1}
              />
              <NumberField
                {...form.field(`parcels.${at}.submitted_width_cm`)}
                label="Width"
                unit="cm"
                places={1}
              />
              <NumberField
                {...form.field(`parcels.${at}.submitted_height_cm`)}
                label="Height"
                unit="cm"
                places={1}
              />
              <NumberField
                {...form.field(`parcels.${at}.submitted_weight_kg`)}
                label="Weight"
                unit="kg"
                places={3}
                takesWeight
              />
            </div>
            {describes && (
              <TextField
                {...form.field(`parcels.${at}.parcel_description`)}
                label="What is in it?"
                optional={!needsDescription}
                autoComplete="off"
                suggestions={categories}
              />
            )}
          </div>
        )}
      </ByPosition>
      {weighs && <ScaleLine />}
      <p className={quote.fine}>{disclaimer}</p>
      {problem && <p className={styles.problem}>{problem}</p>}
      <div>
        <Button
          variant="link"
          icon={IconPlus}
          onClick={() => form.set('parcels', [...rows, newRow(types.find((type) => type.is_default))])}
        >
          Add another parcel
        </Button>
      </div>
    </div>
  )
}

function Tile({
  type,
  isOn,
  group,
  onChoose,
}: {
  type: ParcelType
  isOn: boolean
  group: string
  onChoose: () => void
}) {
  const { name, length, width, height } = type
  const isOwn = length === null || width === null || height === null
  return (
    <label className={styles.tile} data-on={isOn ? '' : undefined}>
      <input type="radio" className="only-heard" name={group} checked={isOn} onChange={onChoose} />
      <Icon className={styles.tileIcon} of={iconOf(type, isOwn)} />
      <span className={styles.tileText}>
        <strong className={styles.tileTextStrong}>{isOwn ? 'Custom size' : name}</strong>
        <span className={quote.quiet}>{isOwn ? 'you measure' : formatSize(length, width, height)}</span>
      </span>
    </label>
  )
}

function iconOf({ name }: ParcelType, isOwn: boolean): IconShape {
  if (isOwn) return IconRuler2
  return /flyer|envelope|document/i.test(name) ? IconMail : IconBox
}
