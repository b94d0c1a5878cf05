CREATE TABLE `hints` (
	`run_id` text NOT NULL,
	`suite_key` text NOT NULL,
	`case_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`fault` text NOT NULL,
	`reviewer` text NOT NULL,
	`word` text NOT NULL,
	`reviewed_at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `suite_key`, `case_id`, `attempt`, `fault`, `reviewer`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `judges` (
	`suite_key` text NOT NULL,
	`judge` text NOT NULL,
	`model` text NOT NULL,
	`criterion` text NOT NULL,
	`standing` text NOT NULL,
	`checked_at` integer NOT NULL,
	`figures` text NOT NULL,
	PRIMARY KEY(`suite_key`, `judge`, `model`, `criterion`)
) STRICT;
