-- compatible-from: 0063
-- For staff of a branch, the search of the caller card reads every match among the newest shipments. How many of them
-- make the trigram index unnecessary is a number of its own, so that a frequent word does not need the index for them
-- either (decision 0138).

DROP FUNCTION find_newest_shipments(text[], integer, integer, integer);

-- The newest shipments whose text contains every word, at most at_most, and whether there are more. It reads the newest
-- texts first, which is quick for a word that many shipments contain. If they have at most `enough` (without it:
-- at_most), it reads the trigram index, up to max_indexed shipments. Above that number, and with more than `enough`, the
-- older ones are left out, and is_more says so.
CREATE FUNCTION find_newest_shipments(
  words text[], at_most integer, newest integer, max_indexed integer, enough integer DEFAULT NULL,
  OUT ids bigint[], OUT is_more boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_indexscan = on SET jit = off AS $$
DECLARE
  company integer := current_setting('app.provider')::int;
  contains text := (SELECT string_agg(format('haystack LIKE %L', '%' || word || '%'), ' AND ') FROM unnest(words) word);
  indexed bigint[];
BEGIN
  EXECUTE format(
    'SELECT array_agg(shipment_id ORDER BY shipment_id DESC) FROM (
       SELECT shipment_id FROM (
         SELECT shipment_id, haystack FROM shipment_search WHERE provider_id = $1 ORDER BY shipment_id DESC LIMIT $2
       ) recent WHERE %s ORDER BY shipment_id DESC LIMIT $3
     ) found', contains) INTO ids USING company, newest, at_most + 1;
  ids := coalesce(ids, '{}');
  is_more := cardinality(ids) > at_most;
  IF cardinality(ids) > coalesce(enough, at_most) THEN
    is_more := is_more OR EXISTS (
      SELECT FROM shipment_search WHERE provider_id = company ORDER BY shipment_id DESC OFFSET newest);
  ELSE
    -- Only the trigram index is quick here, whatever the planner expects of a limit. The setting ends with the function.
    PERFORM set_config('enable_indexscan', 'off', true);
    EXECUTE format(
      'SELECT array_agg(shipment_id ORDER BY shipment_id DESC) FROM (
         SELECT shipment_id FROM shipment_search WHERE provider_id = $1 AND %s LIMIT $2
       ) found', contains) INTO indexed USING company, max_indexed + 1;
    indexed := coalesce(indexed, '{}');
    IF cardinality(indexed) > max_indexed THEN
      is_more := true;
    ELSE
      ids := indexed;
      is_more := cardinality(ids) > at_most;
    END IF;
  END IF;
  ids := ids[1:at_most];
END $$;
REVOKE ALL ON FUNCTION find_newest_shipments(text[], integer, integer, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_newest_shipments(text[], integer, integer, integer, integer) TO courier_app;
