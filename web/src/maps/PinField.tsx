import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { FieldRow } from '../kit/form/FormPanel.tsx'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { NumberField } from '../kit/form/TypedField.tsx'
import { Loading } from '../kit/ui/states/States.tsx'
import type { MapHandle } from './canvas/ZoneMap.tsx'
import styles from './pin-field.module.css'
import { boxAround } from './service-area.ts'
import { LazyZoneMap } from './zones/OutlineEditor.tsx'
import { useSuburbs } from './zones/zone-queries.ts'

/** The coordinates of a place; one is `null` while it is not entered. */
export interface Pin {
  lat: number | null
  lng: number | null
}

/** Visible part around the pin, in degrees: about 1 km. */
const margin = 0.01
/** Six decimals are about 10 cm. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
const ignore = (): void => undefined

/**
 * A field for a pin on the map: pressing the map sets it, and so do its coordinates, which are for the keyboard and
 * for browsers that cannot draw the map.
 */
export function PinField({
  name,
  value: { lat, lng },
  onChange,
}: {
  name: string
  value: Pin
  onChange: (pin: Pin) => void
}) {
  const suburbs = useSuburbs()
  const map = useRef<MapHandle>(null)
  /** The pin that was set on this map, which does not move then. */
  const pressed = useRef<Pin>({ lat, lng })
  const place = useMemo(() => (lat === null || lng === null ? null : { lat, lng }), [lat, lng])
  const [frame] = useState(() => place && boxAround([place], margin))
  const scene = useMemo(
    () => ({
      zones: [],
      outline: null,
      colour: '',
      mode: 'point' as const,
      corner: null,
      marks: place ? [{ place: [place.lng, place.lat] as [number, number], isProblem: false }] : [],
    }),
    [place],
  )
  useEffect(() => {
    if (place && (place.lat !== pressed.current.lat || place.lng !== pressed.current.lng))
      map.current?.fit(boxAround([place], margin))
  }, [place])
  return (
    <>
      <div className={styles.map}>
        <Suspense fallback={<Loading lines={4} />}>
          <LazyZoneMap
            ref={map}
            scene={scene}
            frame={frame}
            suburbs={suburbs}
            label="Map: press to set the pin"
            instead="Enter the coordinates below it."
            actions={{
              onZone: ignore,
              onPoint: ([east, north]) => {
                pressed.current = { lat: rounded(north), lng: rounded(east) }
                onChange(pressed.current)
              },
              onOutline: ignore,
              onCorner: ignore,
              onDrawn: ignore,
            }}
          />
        </Suspense>
      </div>
      <FieldRow>
        <NumberField
          {...standaloneField<number | null>(`${name}.lat`, lat, (typed) => onChange({ lat: typed, lng }))}
          label="Latitude"
          hint="Such as -33.918861. Negative in the south."
          places={6}
        />
        <NumberField
          {...standaloneField<number | null>(`${name}.lng`, lng, (typed) => onChange({ lat, lng: typed }))}
          label="Longitude"
          hint="Such as 18.423300."
          places={6}
        />
      </FieldRow>
    </>
  )
}
