CREATE TABLE "import_tags" (
	"environment" text NOT NULL,
	"import_id" text NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "import_tags_environment_import_id_tag_pk" PRIMARY KEY("environment","import_id","tag")
);
--> statement-breakpoint
CREATE INDEX "import_tags_tag" ON "import_tags" USING btree ("environment","tag","import_id");