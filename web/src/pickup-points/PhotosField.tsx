import { max_photos } from '@waybill/domain/pickup-points/own-point'
import { PictureEditor } from '../files/index.ts'
import { FieldFrame } from '../kit/form/FieldFrame.tsx'
import type { FieldBinding } from '../kit/form/use-form.ts'
import styles from './photos-field.module.css'

/** A field for the photos of a point: each can be replaced or removed, and the last place takes a new one. */
export function PhotosField({ label, ...binding }: FieldBinding<readonly string[]> & { label: string }) {
  const { value, onChange } = binding
  const places = value.length < max_photos ? [...value, ''] : value
  return (
    <FieldFrame
      binding={binding}
      appearance={{
        label,
        hint: `Up to ${max_photos}. Customers and drivers see them.`,
        optional: true,
      }}
    >
      {({ id }) => (
        <div className={styles.photos}>
          {places.map((path, at) => (
            <PictureEditor
              key={path}
              {...(at === places.length - 1 ? { id } : {})}
              shape="photo"
              label={`Photo ${at + 1}`}
              value={path}
              onChange={(chosen) =>
                onChange(places.map((one, index) => (index === at ? chosen : one)).filter(Boolean))
              }
            />
          ))}
        </div>
      )}
    </FieldFrame>
  )
}
