import { IconPlayerPlay } from '../../kit/icons/icons.ts'
import { baysOf } from '@waybill/domain/hub/bays'
import { floorApi } from '@waybill/domain/hub/floor/floor-api'
import type { Bay } from '@waybill/domain/hub/settings'
import { useState, type CSSProperties } from 'react'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { unlockSound } from '../../kit/scan/sounds.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { DriverField, unconfirmedDriver, useDriverChoices } from '../../shipments/index.ts'
import styles from './station-setup.module.css'
import { SoundSettings } from './SoundSettings.tsx'
import { StationManifest } from './StationManifest.tsx'
import { isManifestMode } from './manifest-mode.ts'
import { mode_appearances, type Station, type StationMode } from './station.ts'

/**
 * Choice of mode, branch, bay and driver for this device. Pressing 'Start scanning' also allows the page to play
 * sounds.
 */
export function StationSetup({
  station,
  modes,
  branches,
  bays,
  isBranchFixed,
  isRunning,
  onStart,
}: {
  station: Station
  /** The modes that the user may use. */
  modes: readonly StationMode[]
  branches: readonly { id: number; name: string; bays: readonly string[] }[]
  bays: readonly Bay[]
  /** Whether the user is limited to one branch. */
  isBranchFixed: boolean
  /** Whether a running session continues in another mode. */
  isRunning: boolean
  onStart: (station: Station) => void
}) {
  const me = useMe()
  const [chosen, setChosen] = useState(station)
  const change = (part: Partial<Station>): void => setChosen({ ...chosen, ...part })
  useScan(() => undefined)
  const branch = branches.find(({ id }) => id === chosen.branch_id)
  const ownBays = baysOf(branch, bays)
  const isDeparting = chosen.mode === 'out-for-delivery'
  const drivers = useDriverChoices({ branch_ids: chosen.branch_id === 0 ? [] : [chosen.branch_id] })
  const [unconfirmed] = isDeparting
    ? unconfirmedDriver(drivers, chosen.driver || null, chosen.assign_anyway)
    : []
  return (
    <Page width="form">
      <PageHeader
        title="Hub scanner"
        actions={mayCall(me, floorApi.start) && <ButtonLink to="/hub-scanner/count">Floor count</ButtonLink>}
      />
      <Stack>
        <Card title="Choose a task">
          <div className={styles.modes} role="radiogroup" aria-label="Mode">
            {modes.map((mode) => {
              const appearance = mode_appearances[mode]
              return (
                <label
                  key={mode}
                  className={cx(styles.mode, mode === chosen.mode && styles.chosen)}
                  style={{ '--mode': appearance.tint } as CSSProperties}
                >
                  <input
                    type="radio"
                    name="mode"
                    className="only-heard"
                    checked={mode === chosen.mode}
                    onChange={() => change({ mode, manifest_id: 0, manifest: '' })}
                  />
                  <Icon className={styles.modeIcon} of={appearance.icon} size={24} />
                  <span>
                    <strong className={styles.modeStrong}>{appearance.label}</strong>
                    <span className={styles.about}>{appearance.about}</span>
                  </span>
                </label>
              )
            })}
          </div>
        </Card>
        <Card title="Hub">
          <div className={styles.fields}>
            <Choice
              label="Branch"
              value={chosen.branch_id || null}
              options={branches.map(({ id, name }) => ({ value: id, label: name }))}
              off={isBranchFixed ? 'You work for this branch.' : null}
              onChange={(branchId) =>
                change({
                  branch_id: branchId ?? 0,
                  bay: '',
                  driver: '',
                  assign_anyway: false,
                  manifest_id: 0,
                  manifest: '',
                })
              }
            />
            {chosen.mode === 'assign-bay' && (
              <Choice
                label="Bay"
                hint="Or scan the barcode of a bay while you work."
                value={chosen.bay || null}
                clearable
                options={ownBays.map((code) => ({ value: code, label: code }))}
                onChange={(bay) => change({ bay: bay ?? '' })}
              />
            )}
            {isManifestMode(chosen.mode) && chosen.branch_id !== 0 && (
              <StationManifest
                mode={chosen.mode}
                branch_id={chosen.branch_id}
                manifest_id={chosen.manifest_id}
                onChange={(manifestId, manifest) => change({ manifest_id: manifestId, manifest })}
              />
            )}
            {isDeparting && (
              <DriverField
                driver={standaloneField<string>('driver', chosen.driver, (driver) =>
                  change({ driver, assign_anyway: false }),
                )}
                anyway={standaloneField('assign_anyway', chosen.assign_anyway, (assignAnyway) =>
                  change({ assign_anyway: assignAnyway }),
                )}
                choices={drivers}
                hint="Leave empty to give each parcel to the driver of its zone."
                placeholder="Choose…"
                none=""
                clearable
              />
            )}
          </div>
        </Card>
        <Card title="Sound">
          <SoundSettings />
        </Card>
        <Button
          variant="primary"
          size="xl"
          icon={IconPlayerPlay}
          reason={branch ? (unconfirmed?.message ?? null) : 'Choose a branch first.'}
          onClick={() => {
            unlockSound()
            onStart(chosen)
          }}
        >
          {isRunning ? 'Continue scanning' : 'Start scanning'}
        </Button>
      </Stack>
    </Page>
  )
}

function Choice<Value extends string | number>({
  label,
  value,
  options,
  onChange,
  ...more
}: {
  label: string
  hint?: string
  off?: string | null
  clearable?: boolean
  value: Value | null
  options: readonly { value: Value; label: string; hint?: string }[]
  onChange: (value: Value | null) => void
}) {
  return (
    <SelectField
      {...more}
      name={label}
      label={label}
      value={value}
      options={options}
      onChange={onChange}
      onLeave={() => undefined}
      error={undefined}
      register={() => undefined}
    />
  )
}
