/**
 * Total time limit of an outbound call, in ms
 * (docs/domain/integrations-and-webhooks.md#calls-to-addresses-that-people-set).
 */
export const answer_timeout_ms = 15_000
/** Maximum number of response bytes that are read. */
export const max_answer_bytes = 64 * 1024
