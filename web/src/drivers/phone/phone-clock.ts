import { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import { call } from '../../kit/api/index.ts'
import { compareClocks } from '../../kit/session/device-clock.ts'

/** Measures how far the clock of this phone is ahead of the server's. */
export function comparePhoneClock(): Promise<void> {
  return compareClocks(() => call(signInApi.time, {}, { timeout_ms: 8000 }))
}
