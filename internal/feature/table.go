package feature

// surfaces are all flags by surface, with their hard defaults. A flag is written
// without "flag." and its surface.
func surfaces() []surface {
	return []surface{
		{name: "about",
			on: `ai_disclosure`,
		},
		{name: "appgrid",
			on: `actions.add_apps actions.compare_mode actions.custom_apps_nav actions.sync_all actions.sync_filtered card.change_dot
				card.delete_button card.freshness_chip card.profile_badge card.resync_button card.risk_chips card.risk_pill
				card.verdict_pill empty_state filter.active_banners filter.device filter.profile_mismatch filter.risk_buttons
				filter.search filter.sort_tabs review_queue.bulk_select review_queue.enabled`,
			off: `card.annotation_highlight filter.accessibility review_queue.cfgutil_uninstall`,
		},
		{name: "dashboard",
			on: `activity_section background_mode_wizard focus_strip glance_section hero.attention_state hero.quiet_state
				layout_editor.visible manual_apps_banner profile_mismatch_section review_section risk_section stale_section
				task_journey task_list`,
			off: `annotation_banner callout.age_rating callout.declutter callout.guardian callout.understand_declutter
				callout.understand_only sample_data_banner`,
			collapsed: `risk_tier_legend`,
		},
		{name: "desktop",
			off: `app_section`,
		},
		{name: "detail",
			on: `a11y.preference_highlights actions.delete_button actions.resync_button charts.category_trend charts.trend_legend
				charts.trend_presets footer.import_provenance header.a11y_count_chip header.change_count_badge header.freshness_badge
				labels.cards labels.no_details_warning labels.profile_mismatch_badges manual.changelog manual.current_version_metadata
				manual.edit_details manual.scrape_button manual.show_captured_text policy.ai_summary_disclaimer policy.change_strip
				policy.fallback_references policy.highlights policy.panel policy.preview_toggle policy.recent_change_banner
				policy.rescrape_button policy.rescrape_summarise_button policy.source_policy_link policy.summarise_button
				policy.wayback_backup_link policy.whats_new review.dismiss review.mark_reviewed review.panel review.snooze_menu
				review.snoozed_panel tabs.compare timeline.live_rows timeline.matches_live_sync_badge timeline.policy_diff_toggle
				timeline.policy_preview_toggle timeline.review_rows timeline.review_snapshot_chips timeline.trigger_pills
				timeline.version_chip timeline.wayback_rows timeline.wayback_toggle`,
			off:       `policy.ai_summary policy.lens_grid policy.safety_summary`,
			collapsed: `a11y.panel annotations_sidebar policy.chunk_notes policy.run_log_details policy.run_log_strip`,
		},
		{name: "devopts",
			on:        `activity_log feature_flag_panel feature_flag_presets feature_flag_system.enabled visible`,
			off:       `activity_log.retention_days ai.debug_logging cfgutil_uninstall tasks_preview_default`,
			collapsed: `advanced_accordion`,
		},
		{name: "global",
			on:  `about_modal accessibility_toggles info_tooltips keyboard_shortcuts label_hints live_text_modal site_info_hint`,
			off: `social_share`,
		},
		{name: "guardian",
			off: `age_rating`,
		},
		{name: "help",
			on: `export_guide label_definitions`,
		},
		{name: "legal",
			on:  `privacy_policy_page terms_page`,
			off: `audit_bundle_note`,
		},
		{name: "nav",
			on: `app_count_badge mobile_drawer notification_bell task_center_trigger task_list_icon`,
		},
		{name: "notifications",
			on:  `bell bell.polling resume.enabled types.label_changes types.new_privacy_types`,
			off: `quiet_hours types.accessibility_changes types.policy_updates`,
		},
		{name: "onboarding",
			on: `audience_picker audience_picker.skip confirm.hide_tracked_toggle goals_picker goals_picker.accessibility_modifier
				goals_picker.minimal_option import.rate_limit_handoff method.file_upload method.live_text_help method.manual_entry
				method.restore_backup method.screenshot_ocr post.background_worker post.dashboard_skip sample_data_button
				step.accessibility_toggle step.ai_summaries step.app_store_region step.choose_method step.confirm_matches
				step.import_progress`,
			off: `accessibility_profile_setup ai.summarize_on_import coachmark_tour method.configurator method.import_audit_bundle
				privacy_profile_setup`,
		},
		{name: "page",
			on: `compare manual_apps privacy_map shortlist stats`,
		},
		{name: "settings",
			on: `admin.backup admin.export admin.reset admin.start_over ai.enabled ai.provider_selector ai.summarize_on_import
				ai.timeout_config date_format.user_preference devices_page focus.picker import.history notifications.prefs
				policies.throttle policies.wayback_import profiles.accessibility profiles.privacy sync.region sync.schedule`,
			off: `admin.export.audit_bundle admin.export.audit_pdf ai.debug_logging`,
		},
		{name: "shortlist",
			on: `actions.export actions.preview actions.print actions.remove actions.reset actions.share actions.undo detailed_view
				installed_grouping live_badge_prefetch profile_mismatch_pill`,
		},
		{name: "stats",
			on: `off_profile_card recent_changes.filter viz.accessibility_bars viz.category_bars viz.compare viz.heatmap viz.radar
				viz.sankey viz.small_multiples viz.timeline`,
		},
		{name: "taskcenter",
			on: `auto_dismiss polling resume_cards widget`,
		},
	}
}
