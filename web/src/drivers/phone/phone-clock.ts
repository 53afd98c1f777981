import { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import { call } from '../../kit/api/index.ts'

let offset_seconds: number | null = null

/** Returns how many seconds this phone was ahead of the server at the last contact; `null` before the first contact. */
export function clockOffset(): number | null {
  return offset_seconds
}

/** Measures the offset between this phone's clock and the server's. Without signal the last offset stays. */
export async function compareClocks(): Promise<void> {
  try {
    const before = Date.now()
    const { current_time } = await call(signInApi.time, {}, { timeout_ms: 8000 })
    offset_seconds = Math.round(((before + Date.now()) / 2 - current_time.getTime()) / 1000)
  } catch {
    // Ignored: the next call measures again.
  }
}
