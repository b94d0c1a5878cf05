UPDATE `runs` SET `suites` = (
	SELECT json_group_array(json_object(
		'key', s.value ->> 'key',
		'agentId', s.value ->> 'agentId',
		'connector', coalesce(`runs`.`options` ->> 'connector', s.value ->> 'connector')
	))
	FROM `events` e, json_each(e.`data`, '$.suites') s
	WHERE e.`run_id` = `runs`.`id` AND e.`seq` = 1
)
WHERE `suites` IS NULL AND EXISTS (
	SELECT 1 FROM `events` e
	WHERE e.`run_id` = `runs`.`id` AND e.`seq` = 1 AND e.`type` = 'run.started' AND json_array_length(e.`data`, '$.suites') > 1
);
