ALTER TABLE `attempts` ADD `set_aside` text;--> statement-breakpoint
ALTER TABLE `attempts` ADD `decision` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `set_aside` integer DEFAULT 0 NOT NULL;