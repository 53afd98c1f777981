import { accountingSchedules } from '../accounting/index.ts'
import { accountSchedules } from '../accounts/index.ts'
import { auditSchedules } from '../audit/index.ts'
import { billingSchedules } from '../billing/index.ts'
import { collectionSchedules } from '../collections/index.ts'
import { costSchedules } from '../costs/index.ts'
import { driverSchedules } from '../drivers/index.ts'
import { fileSchedules } from '../files/index.ts'
import { importSchedules } from '../imports/index.ts'
import { integrationSchedules } from '../integrations/index.ts'
import { hubSchedules } from '../hub/index.ts'
import { lockerSchedules } from '../lockers/index.ts'
import { mapSchedules } from '../maps/index.ts'
import { notificationSchedules } from '../notifications/index.ts'
import { paymentSchedules } from '../payments/index.ts'
import { reportSchedules } from '../reports/index.ts'
import { shipmentSchedules } from '../shipments/index.ts'
import { invariantSchedule } from '../ops/invariants/index.ts'
import { purge } from '../jobs/purge.ts'
import type { Schedule } from '../jobs/schedule.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

/** All scheduled jobs of the application. */
export const schedules: readonly Schedule[] = [
  ...accountSchedules,
  ...accountingSchedules,
  ...auditSchedules,
  ...billingSchedules,
  ...collectionSchedules,
  ...costSchedules,
  ...driverSchedules,
  ...fileSchedules,
  ...hubSchedules,
  ...importSchedules,
  ...integrationSchedules,
  ...lockerSchedules,
  ...mapSchedules,
  ...notificationSchedules,
  ...paymentSchedules,
  ...reportSchedules,
  ...shipmentSchedules,
  invariantSchedule,
  { name: 'purge', every_ms: hour_ms, run: purge },
]
