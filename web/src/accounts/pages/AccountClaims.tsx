import { ClaimsTable } from '../../claims/index.ts'

/** The claims of one account (ACC-019). */
export default function AccountClaims({ account_id }: { account_id: number }) {
  return <ClaimsTable account_id={account_id} />
}
