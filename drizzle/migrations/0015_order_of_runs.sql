DROP INDEX `runs_by_start`;--> statement-breakpoint
DROP INDEX `runs_by_suite`;--> statement-breakpoint
ALTER TABLE `runs` ADD `ordinal` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `runs` SET `ordinal` = o.n
FROM (
	SELECT id, ROW_NUMBER() OVER (ORDER BY behind, is_imported, started_at, written) AS n
	FROM (
		SELECT id, started_at, rowid AS written, pid = 0 AS is_imported,
			CASE WHEN pid <> 0 THEN rowid ELSE coalesce(MAX(CASE WHEN pid <> 0 THEN rowid END) OVER (ORDER BY started_at), 0) END AS behind
		FROM `runs`
	)
) o
WHERE o.id = `runs`.id;--> statement-breakpoint
CREATE INDEX `runs_by_ordinal` ON `runs` (`ordinal`);--> statement-breakpoint
CREATE INDEX `runs_by_suite` ON `runs` (`suite_key`,`ordinal`);--> statement-breakpoint
DROP INDEX `attempts_by_case`;--> statement-breakpoint
CREATE INDEX `attempts_by_case` ON `attempts` (`suite_key`,`case_id`);
