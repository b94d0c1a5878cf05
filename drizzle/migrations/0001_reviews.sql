CREATE TABLE `baselines` (
	`suite_key` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`pinned_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `reviews` (
	`run_id` text NOT NULL,
	`suite_key` text NOT NULL,
	`case_id` text NOT NULL,
	`attempt` integer NOT NULL,
	`reviewer` text NOT NULL,
	`verdict` text NOT NULL,
	`note` text NOT NULL,
	`reviewed_at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `suite_key`, `case_id`, `attempt`, `reviewer`)
) STRICT;
--> statement-breakpoint
ALTER TABLE `runs` ADD `label` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `deleted_at` integer;