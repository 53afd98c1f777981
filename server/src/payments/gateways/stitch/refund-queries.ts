/** Asks for a refund of a payment request, with a nonce that makes it once. */
export const create_refund = `
  mutation CreateRefund(
    $amount: MoneyInput!, $reason: RefundReason!, $nonce: String!,
    $beneficiaryReference: String!, $paymentRequestId: ID!
  ) {
    clientRefundInitiate(input: {
      amount: $amount, reason: $reason, nonce: $nonce,
      beneficiaryReference: $beneficiaryReference, paymentRequestId: $paymentRequestId
    }) {
      refund { id }
    }
  }`

/** Reads the status of a refund by its id. */
export const read_refund = `
  query ReadRefund($refundId: ID!) {
    node(id: $refundId) {
      ... on Refund {
        status {
          __typename
          ... on RefundError { reason }
        }
      }
    }
  }`
