CREATE TABLE `__new_baselines` (
	`suite_key` text NOT NULL,
	`agent_id` text NOT NULL,
	`connector` text NOT NULL,
	`run_id` text NOT NULL,
	`pinned_at` integer NOT NULL,
	PRIMARY KEY(`suite_key`, `agent_id`, `connector`)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_baselines`
SELECT b.`suite_key`, r.`agent_id`, coalesce(r.`connector`, ''), b.`run_id`, b.`pinned_at`
FROM `baselines` b JOIN `runs` r ON r.`id` = b.`run_id`;--> statement-breakpoint
DROP TABLE `baselines`;--> statement-breakpoint
ALTER TABLE `__new_baselines` RENAME TO `baselines`;--> statement-breakpoint
ALTER TABLE `runs` ADD `missed` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `suites` text;--> statement-breakpoint
UPDATE `runs` SET `missed` = '[]'
WHERE `status` IN ('passed', 'failed') AND (
	`exit_code` = 0
	OR (
		`options` ->> '$.gates.failOnRegression' = 1
		AND `passed` + `failed` + `errors` + `timeouts` > 0
		AND `reason` NOT GLOB '*[^0-9a-z, ]*'
	)
);
