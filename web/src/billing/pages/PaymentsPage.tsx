import { PaymentsTab } from './BillingPage.tsx'

/** All payments: through gateways, at the counter, from bank statements and posted by hand. */
export default function PaymentsPage() {
  return <PaymentsTab />
}
