import type { DriverToday } from '@waybill/domain/drivers/positions'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { minute_ms } from '@waybill/domain/kit/dates/durations'
import type { MapVan } from '../../maps/index.ts'
import type { StopGroup } from './board-stops.ts'

/** Minutes after which a position is old: the time of it is named first. */
const old_minutes = 10

/** Returns the vans whose position is known, in the colours of their drivers on the board. */
export function vansOf(drivers: readonly DriverToday[], groups: readonly StopGroup[], now: Date): MapVan[] {
  const colours = new Map(groups.map(({ driver, colour }) => [driver?.username, colour]))
  return drivers.flatMap((driver): MapVan[] => {
    const { username, position } = driver
    if (!position) return []
    return [
      {
        key: username,
        place: [position.lng, position.lat],
        colour: colours.get(username) ?? 0,
        title: titleOf(driver, now),
      },
    ]
  })
}

/** Returns the sentence about a van, for example 'Sipho Dlamini, CA 123-456, on a break, heard 10:42, battery 71%'. */
function titleOf(driver: DriverToday, now: Date): string {
  const { name, vehicle_registration, duty, position, battery, last_heard } = driver
  const isOld = position !== null && now.getTime() - position.at.getTime() > old_minutes * minute_ms
  return [
    name,
    vehicle_registration,
    duty === 'on-break' && 'on a break',
    isOld && position && `was here at ${clockOf(position.at)}`,
    last_heard && `heard ${clockOf(last_heard)}`,
    battery !== null && `battery ${battery}%`,
  ]
    .filter(Boolean)
    .join(', ')
}
