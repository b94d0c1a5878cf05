CREATE TABLE `passages` (
	`id` integer PRIMARY KEY NOT NULL,
	`run` integer NOT NULL,
	`last_seq` integer NOT NULL,
	`turn` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `passages_by_run` ON `passages` (`run`);--> statement-breakpoint
CREATE TABLE `searched_runs` (
	`number` integer PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`added_to` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `searched_runs_run_id_unique` ON `searched_runs` (`run_id`);--> statement-breakpoint
CREATE VIRTUAL TABLE `said` USING fts5(user, agent, tools, facts, failures, checkpoints, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2");
