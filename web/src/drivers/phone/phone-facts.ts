import { offsetNow } from '../../kit/session/device-clock.ts'
import { batteryNow } from './phone-battery.ts'
import { positionNow } from './phone-position.ts'

/** Returns the present time, battery, position and clock offset of the phone; what is not known is absent. */
export function phoneFacts() {
  const battery = batteryNow()
  return {
    occurred_at: new Date(),
    ...offsetNow(),
    ...(battery === null ? {} : { battery }),
    ...positionNow(),
  }
}
