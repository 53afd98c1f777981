import { IconSearch } from '../kit/icons/icons.ts'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import type { DriverProgress } from '@waybill/domain/reports/ops-dashboard'
import { useState } from 'react'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { cx } from '../kit/ui/class-names.ts'
import { Icon } from '../kit/ui/buttons/Icon.tsx'
import { shortWhen } from '../kit/ui/values/moments.ts'
import { ScrollRegion } from '../kit/ui/page-layout/ScrollRegion.tsx'
import { AlarmSwitch } from './AlarmSwitch.tsx'
import shared from './ops-dashboard.module.css'
import styles from './driver-list.module.css'

/** Percent up to which the battery of a phone is displayed. */
const low_battery = 30

interface DriverListProps {
  drivers: readonly DriverProgress[]
  chosen: string | undefined
  onChoose: (username: string | undefined) => void
}

/** Lists the drivers of the day by branch with their progress. Choosing a driver shows their stops. */
export function DriverList({ drivers, chosen, onChoose }: DriverListProps) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = drivers.filter(({ name, vehicle_registration }) =>
    `${name} ${vehicle_registration}`.toLowerCase().includes(wanted),
  )
  const branches = [...new Set(found.map(({ branch_name }) => branch_name))]
  return (
    <section className={styles.drivers} aria-label="Drivers">
      <div className={styles.driverSearch}>
        <TextField
          {...standaloneField('driver-search', search, setSearch)}
          label="Search drivers"
          hideLabel
          placeholder="Driver or registration"
          prefix={<Icon of={IconSearch} size={16} />}
        />
      </div>
      <ScrollRegion label="Drivers of the day" className={styles.driverRows}>
        {found.length === 0 && (
          <p className={styles.noDriver}>
            {wanted ? 'No driver matches.' : 'No driver has stops or is on duty.'}
          </p>
        )}
        {branches.map((branch) => (
          <BranchDrivers
            key={branch}
            branch={branch || 'No branch'}
            drivers={found.filter(({ branch_name }) => branch_name === branch)}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
      </ScrollRegion>
      <div className={styles.alarms}>
        <AlarmSwitch />
      </div>
    </section>
  )
}

function BranchDrivers({
  branch,
  drivers,
  chosen,
  onChoose,
}: DriverListProps & {
  branch: string
}) {
  return (
    <section aria-label={branch}>
      <h2 className={styles.branch}>
        {branch}
        <span className={styles.branchPart}>
          {sum(drivers, 'done')} / {sum(drivers, 'planned')} stops
        </span>
      </h2>
      {drivers.map((driver) => (
        <DriverRow
          key={driver.username}
          driver={driver}
          isChosen={driver.username === chosen}
          onChoose={() => onChoose(driver.username === chosen ? undefined : driver.username)}
        />
      ))}
    </section>
  )
}

const sum = (drivers: readonly DriverProgress[], key: 'done' | 'planned'): number =>
  drivers.reduce((total, driver) => total + driver[key], 0)

function DriverRow({
  driver,
  isChosen,
  onChoose,
}: {
  driver: DriverProgress
  isChosen: boolean
  onChoose: () => void
}) {
  const { planned, done, failed, late } = driver
  const share = (count: number): string => (planned === 0 ? '0' : `${(count / planned) * 100}%`)
  return (
    <button
      type="button"
      className={cx(styles.driver, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <span className={styles.driverLine}>
        <span className={styles.driverName}>{driver.name}</span>
        <span className={styles.driverCount}>
          <strong>{done}</strong>/{planned}
          {failed > 0 && <strong className={shared.bad}> {failed} failed</strong>}
        </span>
      </span>
      <span className={styles.driverLine}>
        <span className={shared.quiet}>
          {[driver.vehicle_registration, activityText(driver, new Date())].filter(Boolean).join(' · ')}
        </span>
        <span className={late > 0 ? shared.bad : shared.quiet}>{lateText(driver)}</span>
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.barPart} style={{ width: share(done) }} />
        <span className={cx(styles.barFailed, styles.barPart)} style={{ width: share(failed) }} />
      </span>
    </button>
  )
}

/** Returns what the office knows of the driver’s phone: the break, the last activity and a low battery. */
function activityText({ duty, duty_since, last_seen, battery }: DriverProgress, now: Date): string {
  const at = (moment: Date): string =>
    dayOf(moment) === dayOf(now) ? clockOf(moment) : shortWhen(moment, now)
  if (!last_seen) return 'not on the app yet'
  return [
    duty === 'on-break' && (duty_since ? `on a break since ${at(duty_since)}` : 'on a break'),
    `seen ${at(last_seen)}`,
    battery !== null && battery <= low_battery && `battery ${battery}%`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function lateText({ planned, remaining, late }: DriverProgress): string {
  if (planned === 0) return 'no stops'
  if (late > 0) return late === 1 ? '1 stop past its window' : `${late} stops past their window`
  return remaining === 0 ? 'finished' : 'on time'
}
