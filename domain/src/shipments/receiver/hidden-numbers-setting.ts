import { settingsSection } from '../../kit/settings-section.ts'

const driver = settingsSection('driver', 'driver settings')

/** Declared with shipments, because it also hides the numbers in their contacts from drivers. */
export const driver_mask_customer_phone = driver.toggle(
  'driver_mask_customer_phone',
  'Call through a masked number',
  false,
  {
    description:
      'The phone of the driver never has the number of a customer. A call rings the phone of the driver first and then the customer; both see your calling number.',
  },
)
