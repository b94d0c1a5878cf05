ALTER TABLE `attempts` ADD `cost` real;--> statement-breakpoint
ALTER TABLE `runs` ADD `figures` text;