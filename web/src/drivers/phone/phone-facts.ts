import { batteryNow } from './phone-battery.ts'
import { clockOffset } from './phone-clock.ts'
import { positionNow } from './phone-position.ts'

/** Returns the present time, battery, position and clock offset of the phone; what is not known is absent. */
export function phoneFacts() {
  const [offset, battery] = [clockOffset(), batteryNow()]
  return {
    occurred_at: new Date(),
    ...(offset === null ? {} : { clock_offset_seconds: offset }),
    ...(battery === null ? {} : { battery }),
    ...positionNow(),
  }
}
