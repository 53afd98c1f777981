import { settingsSection } from '../kit/settings-section.ts'
import { holiday_rules } from './days.ts'

/** Settings for bulk collections (docs/domain/collections.md). */
const requests = settingsSection('shipments', 'permissions and additional settings')

export const collection_request_cut_off_time = requests.time(
  'collection_request_cut_off_time',
  'Cut-off for the same day',
  '14:00',
  {
    for_customers: true,
    description: 'Collections requested after this time take place on the next service day.',
  },
)
export const recurring_collection_holiday_rule = requests.one(
  'recurring_collection_holiday_rule',
  'A recurring collection that falls on a day without service',
  holiday_rules,
  'skip',
  {
    for_customers: true,
    labels: {
      skip: 'is left out',
      previous: 'is made on the working day before',
      next: 'is made on the working day after',
    },
  },
)
